/** One request as it is sent; a failure prints it in this form, so that it can be repeated. */
export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Reproducible numbers in [0, 1) from the seed. */
export type Dice = () => number

/** Random numbers from 0 to 1 that depend on the seed only. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One item of a list. @throws Error if it is empty */
export const pick = <T>(dice: Dice, list: readonly T[]): T => {
  const found = list[Math.floor(dice() * list.length)]
  if (found === undefined) throw new Error('there is nothing to pick from')
  return found
}
