import { useEffect, useState } from 'react'
import type { Client } from '../../client/client'
import { listAndWatch } from '../../client/list-watch'
import type { ApiObject } from '../../machinery/object'
import { PAGE_CLOCK } from '../state/clock'
import { beginLoad } from '../state/loads'
import { noteRetry } from '../state/retries'
import { onRights } from '../state/rights'
import { StatusError } from '../../client/status-error'
import type { Query, Target } from '../../client/targets'
import { LIVE_PACE, paced } from './paced'
import { objectKey } from './object-key'

export interface LiveObjects {
  readonly items: readonly ApiObject[]
  readonly phase: 'loading' | 'live' | 'failed'
  readonly error?: unknown
  readonly version?: string
}

const START: LiveObjects = { items: [], phase: 'loading' }

const refusedBy = (error: unknown): boolean => error instanceof StatusError && error.code === 403

/** Whole objects of a collection, kept current; empty while `enabled` is false. */
export function useLiveObjects(client: Client, target: Target, query: Query = {}, enabled = true): LiveObjects {
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, query])
  const [attempt, setAttempt] = useState(0)
  const refused = refusedBy(state.error)
  // Retries a refused request as soon as rights change.
  useEffect(() => (refused ? onRights(() => setAttempt((before) => before + 1)) : undefined), [refused])
  useEffect(() => {
    setState(START)
    if (!enabled) return
    const [where, what] = JSON.parse(shape) as [Target, Query]
    const stop = new AbortController()
    const objects = new Map<string, ApiObject>()
    const again = () => setAttempt((before) => before + 1)
    const loaded = beginLoad((error) => {
      stop.abort()
      setState({ ...START, phase: 'failed', error })
    }, again)
    let latest = ''
    const updates = paced(() => setState({ items: [...objects.values()], phase: 'live', version: latest }), LIVE_PACE)
    const publish = (version: string) => {
      loaded()
      latest = version
      updates.request()
    }
    void listAndWatch(
      client,
      where,
      what,
      {
        replaced(items, version) {
          objects.clear()
          for (const item of items) objects.set(objectKey(item), item)
          publish(version)
        },
        changed(type, object, version) {
          if (type === 'DELETED') objects.delete(objectKey(object))
          else objects.set(objectKey(object), object)
          publish(version)
        },
        fault(error) {
          loaded()
          if (!refusedBy(error)) noteRetry(error, again)
          setState((old) =>
            error === undefined
              ? old.phase === 'failed'
                ? { ...old, phase: 'live', error: undefined }
                : old
              : { ...old, phase: 'failed', error },
          )
        },
      },
      PAGE_CLOCK,
      stop.signal,
    )
    return () => {
      loaded()
      stop.abort()
      updates.cancel()
    }
  }, [client, shape, enabled, attempt])
  return state
}

export interface LiveObject {
  readonly object?: ApiObject
  readonly phase: 'loading' | 'live' | 'gone' | 'failed'
  readonly error?: unknown
}

/** One object, kept current. After its deletion the last state remains, with `gone` set. */
export function useLiveObject(client: Client, target: Target, name: string): LiveObject {
  const { items, phase, error } = useLiveObjects(client, target, { fieldSelector: `metadata.name=${name}` })
  const [last, setLast] = useState<ApiObject>()
  const found = items[0]
  useEffect(() => {
    if (found) setLast(found)
  }, [found])
  const kept =
    last?.metadata.name === name && (last.metadata.namespace ?? undefined) === target.namespace ? last : undefined
  if (found)
    return { object: found, phase: phase === 'failed' ? 'failed' : 'live', ...(error !== undefined && { error }) }
  if (phase === 'live') return { phase: 'gone', ...(kept && { object: kept }) }
  return { phase, ...(kept && { object: kept }), ...(error !== undefined && { error }) }
}
