/** The keys of a replay: arrows, Home, End; Space plays. Where a control has a use of its own for a key, it keeps it. */
import type { Watch } from './watch.svelte';

export function keys(event: KeyboardEvent, watch: Watch): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog, [role="tablist"]')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const does: Record<string, () => void> = {
    ArrowLeft: () => watch.choose(watch.at - 1),
    ArrowRight: () => watch.choose(watch.at + 1),
    Home: () => watch.choose(0),
    End: () => watch.choose(watch.shots.length),
    ' ': () => watch.toggle(),
  };
  // A slider also goes up and down; elsewhere these keys scroll.
  if (target.getAttribute('role') === 'slider')
    Object.assign(does, {
      ArrowDown: does.ArrowLeft,
      ArrowUp: does.ArrowRight,
      PageDown: () => watch.choose(watch.at - 5),
      PageUp: () => watch.choose(watch.at + 5),
    });
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
