/** Hand on a link: by the phone's own menu, or by the clipboard. */
import { say } from '../app/texts.svelte';
import { toast } from '../parts/toast.svelte';

/** False: neither is to be had here, so show the link itself. */
export async function share(path: string, title: string): Promise<boolean> {
  const url = new URL(path, location.href).href;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ title, url });
      return true;
    } catch (problem) {
      if ((problem as DOMException).name === 'AbortError') return true; // they thought better of it
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast(say('after.copied'));
    return true;
  } catch {
    return false; // no clipboard over plain HTTP
  }
}
