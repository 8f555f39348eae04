/** The keys of a replay: arrows, Home, End; Space plays. Where a control has a use of its own for a key, it keeps it. */
import type { Playback } from './playback.svelte';

export function keys(event: KeyboardEvent, playback: Playback): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, dialog, [role="tablist"]')) return;
  if (event.key === ' ' && target.closest('button, a, summary')) return;
  const does: Record<string, () => void> = {
    ArrowLeft: () => playback.choose(playback.at - 1),
    ArrowRight: () => playback.choose(playback.at + 1),
    Home: () => playback.choose(0),
    End: () => playback.choose(playback.moves.length),
    ' ': () => playback.toggle(),
  };
  // A slider also goes up and down; elsewhere these keys scroll.
  if (target.getAttribute('role') === 'slider')
    Object.assign(does, {
      ArrowDown: does.ArrowLeft,
      ArrowUp: does.ArrowRight,
      PageDown: () => playback.choose(playback.at - 5),
      PageUp: () => playback.choose(playback.at + 5),
    });
  const act = does[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}
