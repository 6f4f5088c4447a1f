import { randomOf } from './random'

/** What is done to the browser while clients write. */
export const STEP_KINDS = ['kill', 'handover', 'freeze', 'import'] as const
export type StepKind = (typeof STEP_KINDS)[number]

/** One fault; all that is random in it comes from its seed, so that it is the same in a shorter plan. */
export interface Step<Kind extends string = StepKind> {
  readonly kind: Kind
  readonly seed: number
}

/** So many steps of each kind, in an order that the seed makes. */
export function planOf<Kind extends string>(seed: number, counts: Readonly<Record<Kind, number>>): Step<Kind>[] {
  const random = randomOf(seed)
  const steps = (Object.keys(counts) as Kind[]).flatMap((kind) =>
    Array.from({ length: counts[kind] }, () => ({ kind, at: random() })),
  )
  return steps.sort((a, b) => a.at - b.at).map(({ kind }, i) => ({ kind, seed: seed + i }))
}
