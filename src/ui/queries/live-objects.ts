import { useEffect, useState } from 'react'
import type { Client, Query, Target } from '../../client/client'
import { listAndWatch } from '../../client/list-watch'
import type { ApiObject } from '../../machinery/object'
import { PAGE_CLOCK } from '../state/clock'

export interface LiveObjects {
  readonly items: readonly ApiObject[]
  readonly phase: 'loading' | 'live' | 'trouble'
  readonly error?: unknown
  readonly version?: string
}

const START: LiveObjects = { items: [], phase: 'loading' }
const keyOf = (object: ApiObject): string =>
  object.metadata.uid ?? `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`

/** Whole objects of a collection, kept current; nothing while `enabled` is false. */
export function useLiveObjects(client: Client, target: Target, query: Query = {}, enabled = true): LiveObjects {
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, query])
  useEffect(() => {
    setState(START)
    if (!enabled) return
    const [where, what] = JSON.parse(shape) as [Target, Query]
    const stop = new AbortController()
    const objects = new Map<string, ApiObject>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const publish = (version: string) => {
      timer ??= setTimeout(() => {
        timer = undefined
        setState({ items: [...objects.values()], phase: 'live', version })
      }, 30)
    }
    void listAndWatch(
      client,
      where,
      what,
      {
        replaced(items, version) {
          objects.clear()
          for (const item of items) objects.set(keyOf(item), item)
          publish(version)
        },
        changed(type, object, version) {
          if (type === 'DELETED') objects.delete(keyOf(object))
          else objects.set(keyOf(object), object)
          publish(version)
        },
        trouble(error) {
          setState((old) =>
            error === undefined
              ? old.phase === 'trouble'
                ? { ...old, phase: 'live', error: undefined }
                : old
              : { ...old, phase: 'trouble', error },
          )
        },
      },
      PAGE_CLOCK,
      stop.signal,
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client, shape, enabled])
  return state
}

export interface LiveObject {
  readonly object?: ApiObject
  readonly phase: 'loading' | 'live' | 'gone' | 'trouble'
  readonly error?: unknown
}

/** One object, kept current. After its deletion the last state stays, with `gone`. */
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
    return { object: found, phase: phase === 'trouble' ? 'trouble' : 'live', ...(error !== undefined && { error }) }
  if (phase === 'live') return { phase: 'gone', ...(kept && { object: kept }) }
  return { phase, ...(kept && { object: kept }), ...(error !== undefined && { error }) }
}
