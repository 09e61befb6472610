// The sounds of a game, made on the spot: wood on wood and a few short signs. One switch turns them
// off; a browser without audio, or one that has not been touched yet, just stays silent.
export type Sound =
  | 'move'
  | 'win'
  | 'lose'
  | 'both'
  | 'bomb'
  | 'mine'
  | 'flag'
  | 'turn'
  | 'hurry'
  | 'note'
  | 'sit';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!context && typeof AudioContext !== 'undefined') context = new AudioContext();
  if (context?.state === 'suspended') void context.resume();
  return context;
}

/** A knock: filtered noise that dies at once, over a short low body tone. */
function knock(ac: AudioContext, at: number, pitch: number, volume: number, length = 0.07) {
  const noise = ac.createBuffer(1, Math.ceil(ac.sampleRate * length), ac.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 4;
  }
  const source = ac.createBufferSource();
  source.buffer = noise;
  const filter = ac.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 5;
  filter.Q.value = 1.2;
  const gain = ac.createGain();
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(ac.destination);
  source.start(at);
  tone(ac, at, pitch, volume * 0.6, length * 1.4, 'sine', 0.8);
}

/** A tone that fades out; `bend` is the share of its pitch that it ends on. */
function tone(
  ac: AudioContext,
  at: number,
  pitch: number,
  volume: number,
  length: number,
  type: OscillatorType = 'triangle',
  bend = 1,
) {
  const oscillator = ac.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(pitch, at);
  oscillator.frequency.exponentialRampToValueAtTime(pitch * bend, at + length);
  const gain = ac.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(ac.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

const SCORES: Record<Sound, (ac: AudioContext, at: number) => void> = {
  move: (ac, at) => knock(ac, at, 210, 0.5),
  win: (ac, at) => {
    knock(ac, at, 230, 0.6);
    knock(ac, at + 0.08, 330, 0.5);
  },
  lose: (ac, at) => {
    knock(ac, at, 200, 0.6);
    knock(ac, at + 0.09, 120, 0.6, 0.12);
  },
  both: (ac, at) => {
    knock(ac, at, 180, 0.6);
    knock(ac, at + 0.03, 150, 0.6, 0.12);
  },
  bomb: (ac, at) => {
    knock(ac, at, 70, 1, 0.45);
    tone(ac, at, 110, 0.4, 0.4, 'sine', 0.4);
  },
  mine: (ac, at) => {
    knock(ac, at, 95, 0.9, 0.25);
    knock(ac, at + 0.1, 60, 0.7, 0.3);
  },
  flag: (ac, at) => {
    [392, 523, 659, 784].forEach((pitch, i) => tone(ac, at + i * 0.11, pitch, 0.16, 0.3));
  },
  turn: (ac, at) => {
    tone(ac, at, 660, 0.08, 0.16);
    tone(ac, at + 0.09, 880, 0.08, 0.22);
  },
  hurry: (ac, at) => knock(ac, at, 480, 0.35, 0.04),
  note: (ac, at) => tone(ac, at, 990, 0.05, 0.12, 'sine'),
  sit: (ac, at) => {
    knock(ac, at, 150, 0.4, 0.09);
    knock(ac, at + 0.13, 170, 0.35, 0.09);
  },
};

export function play(sound: Sound, enabled: boolean, delay = 0) {
  const ac = enabled ? audio() : null;
  if (ac && ac.state === 'running') SCORES[sound](ac, ac.currentTime + delay);
}
