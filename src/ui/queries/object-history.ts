import { useEffect, useState } from 'react'
import type { Client } from '../../client/client'
import { follow, throwErrorOf } from '../../client/follow'
import { PAGE_CLOCK } from '../state/clock'
import { useSession } from '../state/connection'
import { noteRetry } from '../state/retries'
import { afterRefusal } from '../state/rights'
import { isStatus } from '../../client/status-error'
import type { WatchEvent } from '../../client/watch-events'
import type { ApiObject } from '../../machinery/object'
import type { Target } from '../../client/targets'

/** A state of an object, as received from a watch. */
export interface Version {
  readonly resourceVersion: string
  readonly object: ApiObject
  readonly gone: boolean
}

const LIMIT = 300

/** Appends a version unless it is already present; drops the oldest beyond the limit. */
export function withVersion(
  versions: readonly Version[],
  type: Extract<WatchEvent['type'], 'ADDED' | 'MODIFIED' | 'DELETED'>,
  object: ApiObject,
): readonly Version[] {
  const version: Version = {
    resourceVersion: object.metadata.resourceVersion ?? '',
    object,
    gone: type === 'DELETED',
  }
  const last = versions.at(-1)
  if (last && last.resourceVersion === version.resourceVersion && last.gone === version.gone) return versions
  return [...versions, version].slice(-LIMIT)
}

/** The versions of one object, oldest first, while the page is open. */
export interface ObjectHistory {
  readonly versions: readonly Version[]
  readonly phase: 'loading' | 'live' | 'failed'
  readonly error?: unknown
}

const START: ObjectHistory = { versions: [], phase: 'loading' }
/** A revision before any object's first version. */
const BEGINNING = '1'

/**
 * Every version of an object that the store has kept, and all later ones: its state at the oldest available revision,
 * then a watch from there. If that is refused, starts at the current state. Empty if the object does not exist.
 */
export function useObjectHistory(client: Client, target: Target, name: string): ObjectHistory {
  const session = useSession()
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, name])
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setState(START)
    const [where, which] = JSON.parse(shape) as [Target, string]
    const query = { fieldSelector: `metadata.name=${which}` }
    const stop = new AbortController()
    const { signal } = stop
    let versions: readonly Version[] = []
    let waiting: ReturnType<typeof setTimeout> | undefined
    const publish = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        setState({ versions, phase: 'live' })
      }, 20)
    }

    /** Reads the state at a revision, or now; returns the version to watch from. */
    const read = async (resourceVersion?: string): Promise<string> => {
      const exact = resourceVersion === undefined ? {} : { resourceVersion, resourceVersionMatch: 'Exact' }
      const list = await client.list(where, { query: { ...query, ...exact }, signal })
      const [item] = list.items
      // List items carry no apiVersion and kind.
      const object = item && { apiVersion: list.apiVersion, kind: list.kind.replace(/List$/, ''), ...item }
      if (object) versions = withVersion(versions, 'ADDED', object)
      else {
        const last = versions.at(-1)
        if (last && !last.gone) versions = withVersion(versions, 'DELETED', last.object)
      }
      publish()
      return list.metadata.resourceVersion ?? '0'
    }
    const begin = async (): Promise<string> => {
      try {
        const { compactedRevision } = await session.control('store', null)
        return await read(compactedRevision > 0 ? String(compactedRevision) : BEGINNING)
      } catch (error) {
        if (signal.aborted) throw error
        // The history may be compacted or forbidden: start with the current state.
        return read()
      }
    }
    const steps = {
      list: () => (versions.length === 0 ? begin() : read()),
      watch: async (from: string, seen: (version: string) => void): Promise<void> => {
        const options = { query: { ...query, resourceVersion: from, allowWatchBookmarks: true }, signal }
        const take = (event: WatchEvent): void => {
          throwErrorOf(event)
          seen(event.object.metadata.resourceVersion ?? from)
          if (event.type === 'BOOKMARK' || event.type === 'ERROR') return
          versions = withVersion(versions, event.type, event.object)
          publish()
        }
        await client.watchWith(where, options, take, publish)
      },
      failed: (error: unknown, version: string | undefined) => {
        setState({ versions, phase: 'failed', error })
        if (isStatus(error, 'Forbidden')) return afterRefusal(version, signal)
        noteRetry(error, () => setAttempt((before) => before + 1))
        return undefined
      },
    }
    void follow(steps, { clock: PAGE_CLOCK, signal })
    return () => {
      stop.abort()
      clearTimeout(waiting)
    }
  }, [client, session, shape, attempt])
  return state
}
