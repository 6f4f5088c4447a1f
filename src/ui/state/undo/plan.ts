import type { Client } from '../../../client/client'
import { isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { SERVER_METADATA } from './restore'
import { type Clash, revert } from './revert'
import type { UndoStep } from './step'
import { currentObject } from './current-object'

/** What undoing a step would meet in the current state. */
export type Planned =
  | { readonly step: UndoStep; readonly is: 'ready'; readonly now?: ApiObject; readonly next?: ApiObject }
  /** Others have written the same fields since; `next` has the former values there. */
  | {
      readonly step: UndoStep
      readonly is: 'clash'
      readonly now: ApiObject
      readonly next?: ApiObject
      readonly clashes: readonly Clash[]
    }
  /** Nothing is left to undo. */
  | { readonly step: UndoStep; readonly is: 'done'; readonly why: string }
  | { readonly step: UndoStep; readonly is: 'blocked'; readonly why: string }

/** Fields that the control plane fills in after an object is created. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  metadata: ['annotations', 'finalizers', 'ownerReferences'],
  spec: ['nodeName', 'volumeName', 'claimRef', 'finalizers', 'replicas'],
}

/** The user-written part of an object; its status only if the status was written. */
function written(object: ApiObject, subresource: string): Record<string, unknown> {
  if (subresource === 'status') return { status: object['status'] }
  const { status: _status, metadata, ...rest } = object
  return {
    ...rest,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !SERVER_METADATA.has(key))),
  }
}

const CANNOT: Readonly<Record<string, string>> = {
  binding: 'A pod that is bound to a node cannot be unbound.',
  approval: 'A decision on a certificate signing request cannot be undone.',
  finalize: 'A finalized namespace cannot be restored this way.',
}

const REPLACED = 'The object was deleted since, and another object now has its name.'

function planCreated(step: UndoStep & { did: 'created' }, now: ApiObject | undefined): Planned {
  if (!now) return { step, is: 'done', why: 'The object is already deleted.' }
  if (now.metadata.uid !== step.after.metadata.uid) return { step, is: 'blocked', why: REPLACED }
  if (now.metadata.deletionTimestamp !== undefined)
    return { step, is: 'done', why: 'The object is already being deleted.' }
  const wrote = written(step.after, '')
  const { clashes } = revert({}, withFilled(wrote, written(now, '')), written(now, ''))
  return clashes.length ? { step, is: 'clash', now, clashes } : { step, is: 'ready', now }
}

/** The written value with the fields that the control plane has filled in since. */
function withFilled(wrote: Record<string, unknown>, now: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(FILLED).flatMap(([part, fields]): [string, unknown][] => {
    const [mine, theirs] = [wrote[part], now[part]]
    if (!isObject(theirs)) return []
    const own = isObject(mine) ? mine : {}
    const more = fields.filter((field) => theirs[field] !== undefined && (field !== 'replicas' || !(field in own)))
    return [[part, { ...own, ...Object.fromEntries(more.map((field) => [field, theirs[field]])) }]]
  })
  return { ...wrote, ...Object.fromEntries(filled) }
}

function planChanged(step: UndoStep & { did: 'changed' }, now: ApiObject | undefined): Planned {
  const cannot = CANNOT[step.subresource]
  if (cannot !== undefined) return { step, is: 'blocked', why: cannot }
  if (!now) return { step, is: 'blocked', why: 'The object was deleted since.' }
  if (now.metadata.uid !== step.before.metadata.uid) return { step, is: 'blocked', why: REPLACED }
  const [was, wrote, is] = [step.before, step.after, now].map((object) => written(object, step.subresource))
  const { value, clashes } = revert(was, wrote, is)
  const back = value as Pick<ApiObject, 'metadata'>
  const own = Object.fromEntries(Object.entries(now.metadata).filter(([key]) => SERVER_METADATA.has(key)))
  const next: ApiObject =
    step.subresource === 'status'
      ? { ...now, ...back, metadata: now.metadata }
      : { ...now, ...back, metadata: { ...back.metadata, ...own } }
  if (step.subresource !== 'status')
    for (const key of Object.keys(now)) if (!(key in back) && key !== 'status') delete next[key]
  return clashes.length ? { step, is: 'clash', now, next, clashes } : { step, is: 'ready', now, next }
}

function planDeleted(step: UndoStep & { did: 'deleted' }, now: ApiObject | undefined): Planned {
  if (!now) return { step, is: 'ready' }
  if (now.metadata.uid !== step.before.metadata.uid)
    return { step, is: 'blocked', why: 'An object with this name was created since.' }
  const held = now.metadata.finalizers ?? []
  return now.metadata.deletionTimestamp === undefined
    ? { step, is: 'done', why: 'The object still exists.' }
    : {
        step,
        is: 'blocked',
        why: `The object is still being deleted${held.length ? `, waiting for its finalizers (${held.join(', ')})` : ''}. A deletion cannot be cancelled; you can create the object again once it is gone.`,
      }
}

/** Plans undoing a step against the current state. Rejects when the server cannot be reached. */
export async function planOf(reader: Client, step: UndoStep): Promise<Planned> {
  if (step.did === 'replaced') return { step, is: 'ready' }
  const now = await currentObject(reader, step)
  if (step.did === 'created') return planCreated(step, now)
  return step.did === 'changed' ? planChanged(step, now) : planDeleted(step, now)
}
