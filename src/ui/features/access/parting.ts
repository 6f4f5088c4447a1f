import type { RequestTrace } from '../../../server/trace'

/**
 * The stage at which two ways of the same request part: the first where one was refused and the other not, or that only one
 * of them reached. Undefined when they end alike.
 */
export function partingOf(first: RequestTrace | undefined, second: RequestTrace | undefined): string | undefined {
  if (!first || !second || first.status === second.status) return undefined
  const of = (trace: RequestTrace): Map<string, boolean> => {
    const stages = new Map<string, boolean>()
    for (const { stage, verdict } of trace.steps)
      stages.set(stage, (stages.get(stage) ?? false) || verdict === 'refused')
    return stages
  }
  const [one, other] = [of(first), of(second)]
  for (const stage of new Set([...one.keys(), ...other.keys()])) if (one.get(stage) !== other.get(stage)) return stage
  return 'response'
}
