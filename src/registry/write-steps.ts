import { behaves } from '../api/releases/ledger'
import { speaks } from '../api/wordings'
import { badRequest, type KindName } from '../machinery/api-error'
import { invalidObject } from '../machinery/invalid-object'
import { type FieldError, worded } from '../machinery/field-wording'
import { type MetaRules, validateObjectMeta } from '../machinery/object-meta'
import type { ApiObject } from '../machinery/object'
import type { Store } from '../store/store'
import type { HubType } from './resource-type'
import type { WriteCall } from './write-call'

/** State of a write: its input and the draft that its steps build. */
export interface Change {
  readonly store: Store
  readonly call: WriteCall
  /** As sent by the client, in the request's version with defaults. */
  readonly sent: ApiObject
  /** The object to be stored, in the hub version; steps change it in place. */
  readonly draft: ApiObject
  /** The stored object in the hub version; undefined for a create. */
  readonly old: ApiObject | undefined
}

/** One step of a write; it throws to refuse the write. */
export type WriteStep<C extends Change> = (change: C) => void | Promise<void>

/** Runs the steps in order, up to the first that throws. */
export async function take<C extends Change>(steps: readonly WriteStep<C>[], change: C): Promise<void> {
  for (const step of steps) {
    const waiting = step(change)
    if (waiting) await waiting
  }
}

/** Mutating admission. */
export const mutate: WriteStep<Change> = ({ call, draft, old }) => call.mutate(draft, old)

/** An object must stay in the namespace of its request, even after mutating admission. */
export const refuseOtherNamespace: WriteStep<Change> = ({ draft: { metadata }, call: { type, namespace } }) => {
  if (type.namespaced && metadata.namespace && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** Checks what was sent, before the server completes it or generates a name. */
export const guard: WriteStep<Change> = ({ call, draft, old }) => call.guard?.(draft, old)

/** Loads code that validation needs for few objects only. */
export const loadCode: WriteStep<Change> = ({ call: { type, context }, draft }) => {
  const waiting = type.hub.behaviour.load?.(draft, context)
  return waiting instanceof Promise ? waiting.then(() => undefined) : undefined
}

/** Validating admission. */
export const judge: WriteStep<Change> = ({ call, draft, old }) => call.validate(draft, old)

/** Metadata errors. The name is checked only on create: stored objects keep theirs. */
export const metadataErrors = (
  { draft, call: { type, context } }: Change,
  nameMessages: MetaRules['nameMessages'],
): FieldError[] =>
  validateObjectMeta(draft.metadata, {
    knownFinalizers: !type.hub.behaviour.anyFinalizer,
    namespaced: type.hub.namespaced,
    detailedManagedFields: behaves('managed-fields-entry-errors', context.release),
    nameMessages,
  })

/** Traces validation errors, and throws Invalid if there are any. */
export function refuseInvalid(
  { trace, type: { hub }, context }: WriteCall,
  name: string,
  errors: readonly FieldError[],
  start: number,
): void {
  trace.step('validation', start, {
    verdict: errors.length ? 'refused' : 'passed',
    reason: () =>
      errors
        .map((error) => worded(error, (wording) => speaks(wording, context.release)))
        .map(({ field, message }) => `${field}: ${message}`)
        .join('; '),
  })
  if (errors.length === 0) return
  throw invalidObject(errorKindOf(hub, context.release), name, errors)
}

/** The kind as error messages name it. */
export function errorKindOf({ group, kind, behaviour }: HubType, release: number): KindName {
  const older = behaves('errors-name-own-group', release) ? undefined : behaviour.olderErrorGroup
  return { group: older ?? group, kind }
}

/** Whether the kind tracks spec changes in `metadata.generation`. */
export const tracksGeneration = (hub: HubType): boolean =>
  hub.behaviour.generation !== undefined ? hub.behaviour.generation !== false : hub.behaviour.hasStatus === true

/** The rule for the subresource being written; undefined for the object itself. */
export const ruleOfPart = ({ subresource, type }: WriteCall) =>
  subresource ? type.hub.behaviour.subresources?.[subresource] : undefined
