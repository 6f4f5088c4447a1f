import { CORE_EVENTS } from '../../client/core-targets'
import { behaves } from '../../api/releases/ledger'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import type { Random } from '../../machinery/random'
import type { ControllerDeps } from '../controllers'
import { isStatus } from '../../client/status-error'
import { EventCorrelation, Recent } from './event-correlation'

/** Details of an event that most events have no need for. */
export interface EventDetails {
  /** The kind of its object, if it is not the recorder's usual one. */
  readonly about?: { readonly apiVersion: string; readonly kind: string }
  /** The part of the object that it is about: `spec.containers{web}`. */
  readonly fieldPath?: string
  /** The node on which the component runs. */
  readonly host?: string
}

/**
 * Writes an event about an object. A repeated event increases its count, and excess events are dropped. Never blocks or fails its caller.
 */
export type Recorder = (
  object: ApiObject,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
  details?: EventDetails,
) => Promise<void>

/** A name for an event about an object. */
export const eventName = (random: Random, about: string): string =>
  `${about}.${Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Logs an event that could not be written, unless that is expected: its namespace may be terminating, or the event has expired. */
export function logLost(
  { log, signal }: Pick<ControllerDeps, 'log' | 'signal'>,
  component: string,
  reason: string,
  error: unknown,
): void {
  const expected = isStatus(error, 'NotFound') || isStatus(error, 'Forbidden')
  if (!expected && !signal.aborted) log(component, `event ${reason}: ${String(error)}`)
}

/** A recorder for `component`. `about` is the kind of its objects, because list items carry none. */
export function eventRecorder(
  { client, clock, random, release, log, signal }: ControllerDeps,
  component: string,
  kindOf: { readonly apiVersion: string; readonly kind: string },
): Recorder {
  const correlation = new EventCorrelation()
  const seen = new Recent<{ name: string; count: number }>()
  const named = behaves('events-name-reporter', release)
  return async (object, type, reason, message, { about = kindOf, fieldPath, host } = {}) => {
    const { name = '', uid = '', resourceVersion } = object.metadata
    const namespace = object.metadata.namespace ?? 'default'
    const target = { ...CORE_EVENTS, namespace }
    const at = clock.now()
    const which = [about.apiVersion, about.kind, namespace, name, uid, host].join('\n')
    const told = correlation.take({ about: which, part: fieldPath, type, reason, message }, at)
    if (!told) return
    const now = timestamp(at)
    const before = seen.get(told.key)
    try {
      if (before) {
        before.count += 1
        const again = { count: before.count, lastTimestamp: now, message: told.message }
        await client.patch(target, before.name, 'strategic', again)
        return
      }
      const made = eventName(random, name)
      await client.create(target, {
        metadata: { name: made },
        involvedObject: {
          ...about,
          name,
          namespace: object.metadata.namespace,
          ...(uid && { uid }),
          ...(resourceVersion && { resourceVersion }),
          ...(fieldPath && { fieldPath }),
        },
        type,
        reason,
        message: told.message,
        source: { component, ...(host && { host }) },
        ...(named && { reportingComponent: component, ...(host && { reportingInstance: host }) }),
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      })
      seen.set(told.key, { name: made, count: 1 })
    } catch (error) {
      seen.delete(told.key)
      logLost({ log, signal }, component, reason, error)
    }
  }
}
