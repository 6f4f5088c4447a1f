import { applyJsonPatch } from '../../machinery/json-patch'
import type { Json } from '../../machinery/json'
import { messageOf } from '../../machinery/message-of'
import { PatchError } from '../../machinery/patch-error'
import { type BenchRequest, inputsOf } from './bench-request'
import type { CompiledPolicy } from './compile-policy'
import { matchConditions } from './match-conditions'
import type { Evaluation, Judgement } from './evaluate'
import type { Watch } from './policy-run'
import { evaluateMutation, type MutationResult } from './mutate'

/** Merges an apply configuration into an object by schema. @throws Error that says what does not match */
export type Merge = (object: object, intent: object) => object

/** Applies a mutating policy's mutations in order, without a cluster. */
export function mutateObject(
  compiled: CompiledPolicy,
  request: BenchRequest,
  merge: Merge,
  watch?: Watch,
): Evaluation & { readonly after?: unknown } {
  const match = matchConditions(compiled.matchConditions, inputsOf(request), watch)
  const told = { annotations: [], applies: true }
  if (match.problem !== undefined) return { ...told, judgements: [failure(match.problem)], cost: match.cost }
  if (!match.matches) return { ...told, applies: false, judgements: [], cost: match.cost }
  let object = request.object
  let { cost } = match
  const judgements = compiled.mutations.map((_, i): Judgement => {
    const change = evaluateMutation(compiled, i, inputsOf({ ...request, object }), watch)
    cost += change.cost
    if (change.kind === 'problem') return failure(change.problem)
    const made = changed(object, change, merge)
    if (made.problem !== undefined) return failure(made.problem)
    object = made.object
    return { holds: true, message: '' }
  })
  return { ...told, judgements, cost, after: object }
}

const failure = (message: string): Judgement => ({ holds: false, failed: true, message })

type Made = { readonly object: unknown; readonly problem?: undefined } | { readonly problem: string }

function changed(object: unknown, change: Exclude<MutationResult, { kind: 'problem' }>, merge: Merge): Made {
  if (change.kind === 'apply') {
    try {
      return { object: merge(object ?? {}, change.intent) }
    } catch (error) {
      return { problem: `error applying patch: ${messageOf(error)}` }
    }
  }
  try {
    return { object: applyJsonPatch(object as Json, change.operations, { operations: Infinity }) }
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    // A failed test means that the patch does not apply to this object.
    return error.kind === 'test-failed' ? { object } : { problem: `JSON Patch: ${error.message}` }
  }
}
