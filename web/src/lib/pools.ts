/** Pools of ratings: the speed and the family of game types of rated games. */
import { SPEEDS, type Speed } from "./timeControl";

export type RatedSpeed = Exclude<Speed, "none">;
export type Family = "base" | "expansions";

/** A pool's id, as the server knows it. */
export type Pool = `${RatedSpeed}/${Family}`;

export const RATED_SPEEDS = SPEEDS.filter((speed): speed is RatedSpeed => speed !== "none");
export const FAMILIES = ["base", "expansions"] as const satisfies readonly Family[];
export const POOLS: readonly Pool[] = RATED_SPEEDS.flatMap((speed) =>
  FAMILIES.map((family): Pool => `${speed}/${family}`),
);

/** Return the parts of a pool's id, or null if there is no such pool. */
export function readPool(id: string): { speed: RatedSpeed; family: Family } | null {
  if (!(POOLS as readonly string[]).includes(id)) return null;
  const [speed, family] = id.split("/") as [RatedSpeed, Family];
  return { speed, family };
}
