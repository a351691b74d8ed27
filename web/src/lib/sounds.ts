/** Sounds as loud as the shorter tap; overlapping notes stay far below the limit of 1. */
const NOTE = 0.08;
/** Seconds until full loudness: a tone that starts abruptly clicks, which is right for wood only. */
const ATTACK = { wood: 0.004, tone: 0.012 };

/** Synthesised sounds, so that no files have to be loaded. */
export class Sounds {
  #context: AudioContext | null = null;

  constructor(private readonly on: () => boolean) {}

  /** Play the sound of a tile being placed. */
  tap(): void {
    this.#with((context, at) => {
      thump(context, at, 196, 0.16);
      click(context, at, 0.22);
      click(context, at + 0.028, 0.08);
    });
  }

  /** Play the signal for the player's turn. */
  turn(): void {
    this.#with((context, at) => {
      note(context, at, 523.25, 0.35, NOTE);
      note(context, at + 0.11, 659.25, 0.5, NOTE);
    });
  }

  /** Play the signal for the end of a game. */
  end(won: boolean): void {
    const notes = won ? [392, 523.25, 659.25, 783.99] : [523.25, 440, 349.23];
    this.#with((context, at) =>
      notes.forEach((pitch, index) => note(context, at + index * 0.17, pitch, 1.1, NOTE)),
    );
  }

  #with(play: (context: AudioContext, at: number) => void): void {
    if (!this.on() || typeof AudioContext === "undefined") return;
    try {
      const context = (this.#context ??= new AudioContext());
      const started = performance.now();
      // browsers mute a page until it is touched; a sound that would play late is dropped
      const playNow = (): void => {
        if (performance.now() - started < 400) play(context, context.currentTime + 0.005);
      };
      if (context.state === "running") playNow();
      else context.resume().then(playNow, () => {});
    } catch {
      // the game continues without sound
    }
  }
}

/** Play the body of a wooden tap: a low tone that falls quickly. */
function thump(context: AudioContext, at: number, pitch: number, loudness: number): void {
  const tone = context.createOscillator();
  tone.frequency.setValueAtTime(pitch * 1.6, at);
  tone.frequency.exponentialRampToValueAtTime(pitch, at + 0.03);
  tone.connect(makeEnvelope(context, at, loudness, 0.12, ATTACK.wood));
  tone.start(at);
  tone.stop(at + 0.15);
}

/** Play the edge of a wooden tap: a burst of noise in a narrow band. */
function click(context: AudioContext, at: number, loudness: number): void {
  const length = Math.ceil(context.sampleRate * 0.03);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < length; index++)
    data[index] = (Math.random() * 2 - 1) * (1 - index / length) ** 3;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = 1500;
  band.Q.value = 1.2;
  noise.connect(band).connect(makeEnvelope(context, at, loudness, 0.05, ATTACK.wood));
  noise.start(at);
}

function note(context: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  for (const [times, share] of [
    [1, 1],
    [2, 0.25],
    [3, 0.08],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch * times;
    tone.connect(makeEnvelope(context, at, loudness * share, length / times, ATTACK.tone));
    tone.start(at);
    tone.stop(at + length);
  }
}

/** Return a gain that rises during the attack and then fades out. */
function makeEnvelope(
  context: AudioContext,
  at: number,
  loudness: number,
  length: number,
  attack: number,
): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}
