/** Doubled time: a setting of who sits here, kept on this device and told to the table with every "ready". */
const KEY = 'escale-fort-doubled';

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false; // no storage: it lasts as long as the page
  }
}

class Doubled {
  #on = $state(kept());

  get on(): boolean {
    return this.#on;
  }
  set on(wanted: boolean) {
    this.#on = wanted;
    try {
      localStorage.setItem(KEY, wanted ? 'yes' : 'no');
    } catch {
      // It lasts as long as the page.
    }
  }
}
export const doubledTime = new Doubled();
