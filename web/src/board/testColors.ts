/** Arithmetic with colours, for tests of contrast. */

/** Red, green and blue from 0 to 1, as light rather than as stored values. */
type Light = [number, number, number];

/** Return the light of a colour written as #rgb or #rrggbb. */
export function light(color: string): Light {
  const hex = color.length === 4 ? color.replace(/[^#]/g, "$&$&") : color;
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Light;
}

const luminance = ([r, g, b]: Light): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** Return the contrast of two colours, from 1 to 21, as in WCAG 2. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(light(one)), luminance(light(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colours that people without one kind of cone see, after Machado, Oliveira and Fernandes (2009). */
export const COLOR_BLINDNESS = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

/** Return the light that someone with a colour blindness sees. */
export function simulate(color: string, kind: keyof typeof COLOR_BLINDNESS | null): Light {
  const seen = light(color);
  if (!kind) return seen;
  return COLOR_BLINDNESS[kind].map((row) =>
    Math.min(1, Math.max(0, row[0] * seen[0] + row[1] * seen[1] + row[2] * seen[2])),
  ) as Light;
}

/** Return a colour in CIELAB: its lightness from 0 to 100, and two axes of hue. */
export function lab([r, g, b]: Light): [number, number, number] {
  const curve = (value: number): number =>
    value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116;
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Return how different two colours look; from about 2 on, most people see it. */
export const difference = (one: Light, other: Light): number => {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

/** Return a colour seen through another one that covers it partly. */
export function blend(over: string, opacity: number, under: string): string {
  const part = (color: string, at: number): number => parseInt(color.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => part(over, at) * opacity + part(under, at) * (1 - opacity));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
