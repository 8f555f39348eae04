/** How a match ended that all but one gave up: by name, where it is known who did. */
import type { Say } from '$web/app/texts.svelte';
import type { SeatInfo } from '$web/gameUi';

export function resignedSentence(seats: readonly SeatInfo[], say: Say): string {
  const gone = seats.filter((seat) => seat.resigned);
  if (!gone.length) return say('endings.resigned');
  const names = gone.length === 1 ? gone[0]! : gone.map(({ name }) => name).join(', ');
  return say('after.resigned', { count: gone.length, names });
}
