/** Time left, and lengths of time in words. */
import { say } from '$web/app/texts.svelte';
import type { ClockReading, PlayInfo } from '$web/wire/types';

const reading = (clock: ClockReading, now: number): number =>
  clock.value + (clock.since === null ? 0 : now - clock.since);

/** Milliseconds to answer or to move, whichever ends first; null: no clock runs. */
export function timeLeft(play: PlayInfo | null, now: number): number | null {
  if (!play || play.score) return null;
  const ends = [
    ...(play.deadline === null ? [] : [play.deadline - reading(play.match_clock, now)]),
    ...(play.limit === null ? [] : [play.limit - reading(play.move_clock, now)]),
  ];
  return ends.length ? Math.max(0, Math.min(...ends)) : null;
}

/** 0:42, 1:07, 2:05:00; from a day on, days. */
export function formatClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) return say('play.days', { count: Math.floor(seconds / 86_400) });
  const two = (n: number): string => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A length of time: 45 s, 2 min, 3 days. */
export function formatDuration(seconds: number): string {
  if (seconds >= 86_400) return say('play.days', { count: Math.round(seconds / 86_400) });
  if (seconds >= 3600) return say('play.hours', { count: Math.round(seconds / 3600) });
  return seconds >= 120
    ? say('play.minutes', { count: Math.round(seconds / 60) })
    : say('play.seconds', { count: seconds });
}
