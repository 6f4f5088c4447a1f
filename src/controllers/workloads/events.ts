import { isStatus, type Target } from '../../client/client'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'

const EVENTS: Target = { group: '', version: 'v1', resource: 'events' }
const MOST_REMEMBERED = 4096

/** Writes an event about an object; the same one again counts it up. Events are lost rather than hold their writer up. */
export type Recorder = (
  object: ApiObject,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
  about?: { readonly apiVersion: string; readonly kind: string },
) => Promise<void>

/** A recorder that speaks as `component`. `about` is the kind of its objects, which lists leave out. */
export function eventRecorder(
  { client, clock, random, log, signal }: ControllerDeps,
  component: string,
  kindOf: { readonly apiVersion: string; readonly kind: string },
): Recorder {
  const seen = new Map<string, { name: string; count: number }>()
  return async (object, type, reason, message, about = kindOf) => {
    const { name = '', namespace = 'default', uid = '', resourceVersion } = object.metadata
    const target = { ...EVENTS, namespace }
    const same = JSON.stringify([uid, type, reason, message])
    const now = timestamp(clock.now())
    const before = seen.get(same)
    try {
      if (before) {
        before.count += 1
        const again = { count: before.count, lastTimestamp: now }
        await client.patch(target, before.name, 'strategic', again)
        return
      }
      const suffix = Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const made = `${name}.${suffix}`
      await client.create(target, {
        metadata: { name: made },
        involvedObject: { ...about, name, namespace, uid, ...(resourceVersion && { resourceVersion }) },
        type,
        reason,
        message,
        source: { component },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
      })
      if (seen.size >= MOST_REMEMBERED) seen.clear()
      seen.set(same, { name: made, count: 1 })
    } catch (error) {
      seen.delete(same)
      // Its namespace may be on its way out, or the event has expired.
      const expected = isStatus(error, 'NotFound') || isStatus(error, 'Forbidden')
      if (!expected && !signal.aborted) log(component, `event ${reason}: ${String(error)}`)
    }
  }
}
