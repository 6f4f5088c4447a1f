import { behaves } from '../api/releases/ledger'
import { badRequest, invalidObject } from '../machinery/api-error'
import type { FieldError } from '../machinery/field-error'
import { type MetaRules, validateObjectMeta } from '../machinery/object-meta'
import type { ApiObject } from '../machinery/object'
import type { Store } from '../store/store'
import type { HubType } from './resource-type'
import type { WriteCall } from './write-call'

/** A write on its way: what it starts from, and what its steps make of it. */
export interface Change {
  readonly store: Store
  readonly call: WriteCall
  /** As the client sent it, in the request's version, defaults filled in. */
  readonly sent: ApiObject
  /** What is going to be stored, in the hub version; steps change it in place. */
  readonly draft: ApiObject
  /** What is stored, in the hub version; undefined while nothing is. */
  readonly old: ApiObject | undefined
}

/** One step of a write. It refuses the write by throwing. */
export type WriteStep<C extends Change> = (change: C) => void | Promise<void>

/** Takes the steps in their order, up to the first that refuses. */
export async function take<C extends Change>(steps: readonly WriteStep<C>[], change: C): Promise<void> {
  for (const step of steps) {
    const waiting = step(change)
    if (waiting) await waiting
  }
}

/** Mutating admission. */
export const mutate: WriteStep<Change> = ({ call, draft, old }) => call.mutate(draft, old)

/** What a request carries belongs to its own namespace, also after admission changed it. */
export const refuseOtherNamespace: WriteStep<Change> = ({ draft: { metadata }, call: { type, namespace } }) => {
  if (type.namespaced && metadata.namespace && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** It judges what was sent, before the server completes it, makes up a name, or finds that it was sent too late. */
export const guard: WriteStep<Change> = ({ call, draft, old }) => call.guard?.(draft, old)

/** Validating admission. */
export const judge: WriteStep<Change> = ({ call, draft, old }) => call.validate(draft, old)

/** What is wrong with the metadata. An object that is stored has kept its name: only a new one is asked about it. */
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

/** Traces what validation found, and throws Invalid where it found anything. */
export function refuseInvalid(
  { trace, type: { hub }, context }: WriteCall,
  name: string,
  errors: readonly FieldError[],
  start: number,
): void {
  trace.step('validation', start, {
    verdict: errors.length ? 'refused' : 'passed',
    reason: () => errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
  })
  if (errors.length === 0) return
  const older = behaves('errors-name-own-group', context.release) ? undefined : hub.behaviour.olderErrorGroup
  throw invalidObject(older === undefined ? hub : { kind: hub.kind, group: older }, name, errors)
}

/** Whether the server counts changes of the kind in `metadata.generation`. */
export const tracksGeneration = (hub: HubType): boolean =>
  hub.behaviour.generation !== undefined ? hub.behaviour.generation !== false : hub.behaviour.hasStatus === true

/** The rules of the subresource that is written; undefined for the object itself. */
export const ruleOfPart = ({ subresource, type }: WriteCall) =>
  subresource ? type.hub.behaviour.subresources?.[subresource] : undefined
