import type { StageFacts, StageTrial } from '../machinery/life-engines'
import type { ApiObject } from '../machinery/object'
import { STAGED_KINDS } from './custom-stages'
import { conditionsOf, fits, type Stage, type StageContext } from './stage'

/** A description of a stage. */
export function factsOf({ name, resource, own, about = '', selector, weight = 1, delay, next }: Stage): StageFacts {
  return {
    name,
    kind: STAGED_KINDS[resource],
    own: own === true,
    about,
    conditions: conditionsOf(selector).map(({ text }) => text),
    weight,
    delayMs: delay?.milliseconds ?? 0,
    jitterMs: delay?.jitterMilliseconds ?? 0,
    effects: [
      next.create && 'creates an object',
      ...(next.event ? [next.event.reason] : []).concat(next.tell?.reasons ?? []).map((reason) => `event ${reason}`),
      next.status && 'a new status',
      next.finalizers && 'empties the finalizers',
      next.delete && 'deletes the object',
    ].filter((effect) => typeof effect === 'string'),
  }
}

/** What a stage would do with an object, given the other stages of its kind. */
export function trialOf(stage: Stage, object: ApiObject, others: readonly Stage[], context: StageContext): StageTrial {
  const fitting = fits(stage, object, context)
  const rivals = others.filter((other) => !other.deadline && fits(other, object, context))
  const weights = rivals.reduce((sum, { weight = 1 }) => sum + weight, 0)
  const { weight = 1, next } = stage
  const all = weights + weight
  const { event, status } = next
  return {
    fits: fitting,
    conditions: conditionsOf(stage.selector).map(({ text, test }) => ({ text, holds: test(object) })),
    rivals: rivals.map(({ name }) => name),
    share: fitting ? (all === 0 ? (rivals.length === 0 ? 1 : 0) : weight / all) : 0,
    ...(event && {
      event: { type: event.type, reason: event.reason, message: event.message(object, context.now) },
    }),
    ...(status && { status: status(object, context) }),
    emptiesFinalizers: next.finalizers !== undefined,
    deletes: next.delete === true,
  }
}
