/** Return how long someone has waited, such as "0:07" or "12:30". */
export function waitText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
