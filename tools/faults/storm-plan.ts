import { randomOf } from './random'

/** The faults of the browser while clients write. */
export const STEP_KINDS = ['kill', 'handover', 'freeze', 'import'] as const
/** Kinds of steps of a storm. */
export type StepKind = (typeof STEP_KINDS)[number]

/** One fault; all of its randomness comes from its seed, so that it is the same in a shorter plan. */
export interface Step<Kind extends string = StepKind> {
  readonly kind: Kind
  readonly seed: number
}

/** The given number of steps of each kind, in an order determined by the seed. */
export function planOf<Kind extends string>(seed: number, counts: Readonly<Record<Kind, number>>): Step<Kind>[] {
  const random = randomOf(seed)
  const steps = (Object.keys(counts) as Kind[]).flatMap((kind) =>
    Array.from({ length: counts[kind] }, () => ({ kind, at: random() })),
  )
  return steps.sort((a, b) => a.at - b.at).map(({ kind }, i) => ({ kind, seed: seed + i }))
}
