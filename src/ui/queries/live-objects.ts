import { startTransition, useEffect, useState } from 'react'
import type { Client } from '../../client/client'
import { listAndWatch } from '../../client/list-watch'
import type { ApiObject } from '../../machinery/object'
import { PAGE_CLOCK } from '../state/clock'
import { beginLoad } from '../state/loads'
import { noteRetry } from '../state/retries'
import { afterRefusal } from '../state/rights'
import { isStatus } from '../../client/status-error'
import type { Query, Target } from '../../client/targets'
import { LIVE_PACE, paced } from './paced'
import { objectKey } from './object-key'

/** Objects that a watch keeps up to date. */
export interface LiveObjects {
  readonly items: readonly ApiObject[]
  readonly phase: 'loading' | 'live' | 'failed'
  readonly error?: unknown
  readonly version?: string
}

const START: LiveObjects = { items: [], phase: 'loading' }

/** Whole objects of a collection, kept current; empty while `enabled` is false. */
export function useLiveObjects(client: Client, target: Target, query: Query = {}, enabled = true): LiveObjects {
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, query])
  const [attempt, setAttempt] = useState(0)
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
    /** Why the objects cannot be watched though they are listed again and again. */
    let unwatched: unknown
    const updates = paced(() => {
      const items = [...objects.values()]
      // In slices: views over all roles or pods take long to draw, and the user may be typing.
      startTransition(() =>
        setState({
          items,
          version: latest,
          ...(unwatched ? { phase: 'failed', error: unwatched } : { phase: 'live' }),
        }),
      )
    }, LIVE_PACE)
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
          if (error === undefined) unwatched = undefined
          if (!isStatus(error, 'Forbidden')) noteRetry(error, again)
          setState((old) =>
            error === undefined
              ? old.phase === 'failed'
                ? { ...old, phase: 'live', error: undefined }
                : old
              : { ...old, phase: 'failed', error },
          )
        },
        refused(error, version) {
          if (version !== undefined) unwatched = error
          return afterRefusal(version, stop.signal)
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

/** One object that a watch keeps up to date; `unwatched` if it may be read but not watched. */
export interface LiveObject {
  readonly object?: ApiObject
  readonly phase: 'loading' | 'live' | 'unwatched' | 'gone' | 'failed'
  readonly error?: unknown
}

/** An object that is read by its name every few seconds while `enabled`; undefined while that is refused. */
function useGotObject(client: Client, target: Target, name: string, enabled: boolean): ApiObject | undefined {
  const [object, setObject] = useState<ApiObject>()
  const shape = JSON.stringify([target, name])
  useEffect(() => {
    setObject(undefined)
    if (!enabled) return
    const [where, which] = JSON.parse(shape) as [Target, string]
    const stop = new AbortController()
    const read = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        // Whatever failed: the error of the list is shown.
        const got = await client.get(where, which, { signal: stop.signal }).catch(() => undefined)
        if (stop.signal.aborted) return
        setObject(got)
        await afterRefusal(got?.metadata.resourceVersion, stop.signal)
      }
    }
    void read()
    return () => stop.abort()
  }, [client, shape, enabled])
  return object
}

/**
 * One object, kept current. After its deletion the last state remains, with `gone` set. Who may get but not list it sees its state of the
 * last seconds, `unwatched`.
 */
export function useLiveObject(client: Client, target: Target, name: string): LiveObject {
  const { items, phase, error } = useLiveObjects(client, target, { fieldSelector: `metadata.name=${name}` })
  const alone = useGotObject(client, target, name, items.length === 0 && isStatus(error, 'Forbidden'))
  const [last, setLast] = useState<ApiObject>()
  const found = items[0]
  useEffect(() => {
    if (found) setLast(found)
  }, [found])
  const kept =
    last?.metadata.name === name && (last.metadata.namespace ?? undefined) === target.namespace ? last : undefined
  if (found)
    return { object: found, phase: phase === 'failed' ? 'failed' : 'live', ...(error !== undefined && { error }) }
  if (alone) return { object: alone, phase: 'unwatched', error }
  if (phase === 'live') return { phase: 'gone', ...(kept && { object: kept }) }
  return { phase, ...(kept && { object: kept }), ...(error !== undefined && { error }) }
}
