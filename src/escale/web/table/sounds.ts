/** Sounds, made of tones and noise, off unless the player wants them. Each has a visible twin: nothing is told by sound alone. */
import { settings } from '$web/app/settings.svelte';

interface Tone {
  at?: number;
  hz: number;
  to?: number;
  ms: number;
  gain?: number;
  wave?: OscillatorType;
}
interface Noise {
  at?: number;
  ms: number;
  gain?: number;
  from: number;
  to?: number;
}
interface Cue {
  tones?: Tone[];
  noises?: Noise[];
  buzz?: boolean;
}

const arpeggio = [523, 659, 784, 1047];
const CUES = {
  turn: {
    tones: [
      { hz: 660, ms: 320 },
      { at: 0.14, hz: 880, ms: 420 },
    ],
    buzz: true,
  },
  stone: {
    tones: [
      { hz: 1900, ms: 70, gain: 0.1 },
      { hz: 2800, ms: 70, gain: 0.06 },
    ],
  },
  door: { tones: [{ hz: 90, to: 60, ms: 220, gain: 0.5 }], noises: [{ ms: 120, from: 500, to: 120, gain: 0.3 }] },
  card: { noises: [{ ms: 120, from: 900, to: 3200, gain: 0.12 }] },
  lift: { tones: [{ hz: 320, ms: 50, wave: 'triangle' }] },
  set: { tones: [{ hz: 210, ms: 70, wave: 'triangle' }], buzz: true },
  gain: {
    tones: [
      { hz: 523, ms: 120 },
      { at: 0.07, hz: 659, ms: 160 },
    ],
  },
  refused: {
    tones: [
      { hz: 466, ms: 180, wave: 'triangle' },
      { at: 0.14, hz: 440, ms: 260, wave: 'triangle' },
    ],
  },
  win: { tones: arpeggio.map((hz, i) => ({ at: i * 0.12, hz, ms: 360 })) },
  chat: { tones: [{ hz: 900, to: 1300, ms: 110, gain: 0.1 }] },
  long: { tones: arpeggio.map((hz, i) => ({ at: i * 0.06, hz, ms: 180, gain: 0.12 })) },
  growl: {
    tones: [{ hz: 82, to: 48, ms: 620, gain: 0.3, wave: 'sawtooth' }],
    noises: [{ ms: 420, from: 180, to: 90 }],
  },
  tick: { tones: [{ hz: 1200, ms: 40, gain: 0.06, wave: 'square' }] },
} satisfies Record<string, Cue>;
export type CueName = keyof typeof CUES;

let context: AudioContext | null = null;

function envelope(audio: AudioContext, at: number, ms: number, gain: number): GainNode {
  const node = audio.createGain();
  node.gain.setValueAtTime(0, at);
  node.gain.linearRampToValueAtTime(gain, at + 0.008);
  node.gain.exponentialRampToValueAtTime(0.0001, at + ms / 1000);
  node.connect(audio.destination);
  return node;
}

function tone(audio: AudioContext, { at = 0, hz, to = hz, ms, gain = 0.18, wave = 'sine' }: Tone): void {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  source.type = wave;
  source.frequency.setValueAtTime(hz, start);
  source.frequency.exponentialRampToValueAtTime(to, start + ms / 1000);
  source.connect(envelope(audio, start, ms, gain));
  source.start(start);
  source.stop(start + ms / 1000);
}

function noise(audio: AudioContext, { at = 0, ms, gain = 0.2, from, to = from }: Noise): void {
  const start = audio.currentTime + at;
  const buffer = audio.createBuffer(1, Math.ceil((audio.sampleRate * ms) / 1000), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + ms / 1000);
  source.connect(filter).connect(envelope(audio, start, ms, gain));
  source.start(start);
}

/** On phones that can, and only while somebody uses the page. */
export function buzz(ms: number): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(ms);
}

export function cue(name: CueName): void {
  if ((CUES[name] as Cue).buzz) buzz(10);
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return; // no browser plays before a touch
  const { tones = [], noises = [] }: Cue = CUES[name];
  context ??= new AudioContext();
  void context.resume();
  for (const one of tones) tone(context, one);
  for (const one of noises) noise(context, one);
}
