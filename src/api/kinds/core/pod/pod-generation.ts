import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { behaves } from '../../../releases/ledger'
import { podOf } from '../../shared/pod-types'

/** Fields of later releases than the types include. */
interface Observed {
  observedGeneration?: number
  type?: string
}

/** Increments the generation on a spec change. */
export function countSpecChange(object: ApiObject, old: ApiObject, release: number): void {
  if (behaves('pod-generation', release) && !equal(object['spec'], old['spec']))
    object.metadata.generation = (old.metadata.generation ?? 0) + 1
}

/** A status without observedGeneration keeps the old value: its author may not know the field. */
export function keepObservedGenerations(object: ApiObject, old: ApiObject): void {
  keep(podOf(object).status as Observed | undefined, podOf(old).status as Observed | undefined)
  const before = new Map<string, Observed[]>()
  for (const condition of conditionsOf(old))
    before.set(condition.type ?? '', [...(before.get(condition.type ?? '') ?? []), condition])
  for (const condition of conditionsOf(object)) keep(condition, before.get(condition.type ?? '')?.shift())
}

const conditionsOf = (pod: ApiObject): Observed[] => podOf(pod).status?.conditions ?? []

function keep(now: Observed | undefined, before: Observed | undefined): void {
  if (now && before?.observedGeneration && !now.observedGeneration) now.observedGeneration = before.observedGeneration
}
