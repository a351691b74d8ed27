/** Numbers formatted for a language. */

/** Format a fraction as a percentage without decimals: 0.637 as 64%. */
export const percent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(part);

/** Format an accuracy from 0 to 100 with one decimal. */
export const accuracy = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

/** Format an evaluation in units with its sign: +1.2. */
export const signed = (value: number, language: string): string =>
  new Intl.NumberFormat(language, {
    signDisplay: "exceptZero",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);

/** Format a change of a rating with its sign: +8. */
export const ratingChange = (by: number): string => (by < 0 ? `−${-by}` : `+${by}`);

/** Format seconds as 8.5 s, 1 min 20 s or 2 h 5 min. */
export function duration(seconds: number, language: string): string {
  if (seconds < 10)
    return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
