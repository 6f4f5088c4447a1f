import { useEffect, useState } from 'react'
import { type Client, StatusError, type Target } from '../../../client/client'
import { sleep } from '../../../machinery/clock'
import { PAGE_CLOCK } from '../../state/clock'
import { useSession } from '../../state/connection'
import { type Version, withVersion } from './history'

export interface ObjectHistory {
  readonly versions: readonly Version[]
  readonly phase: 'loading' | 'live' | 'failed'
  readonly error?: unknown
}

const START: ObjectHistory = { versions: [], phase: 'loading' }
/** A watch from before the first version of all. */
const BEGINNING = '1'

/**
 * Every version of one object that the store still knows, and those to come: what it was at the oldest revision that is
 * kept, then a watch from there. Where that is refused, from now on. An object that does not exist has no versions.
 */
export function useObjectHistory(client: Client, target: Target, name: string): ObjectHistory {
  const session = useSession()
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, name])
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

    /** Reads the state at a revision, or now; the version to watch from. */
    const read = async (resourceVersion?: string): Promise<string> => {
      const exact = resourceVersion === undefined ? {} : { resourceVersion, resourceVersionMatch: 'Exact' }
      const list = await client.list(where, { query: { ...query, ...exact }, signal })
      const [item] = list.items
      // Items of a list don't say what they are.
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
        // The past is not to be had: whoever looks may only be allowed to see the present.
        return read()
      }
    }
    const follow = async (): Promise<void> => {
      let version: string | undefined
      let failures = 0
      while (!signal.aborted) {
        try {
          version ??= versions.length === 0 ? await begin() : await read()
          const options = { query: { ...query, resourceVersion: version, allowWatchBookmarks: true }, signal }
          for await (const { type, object } of client.watch(where, options)) {
            if (type === 'ERROR') {
              const { code, reason, message } = object as unknown as {
                code?: number
                reason?: string
                message?: string
              }
              throw new StatusError(code ?? 500, reason ?? '', message ?? '')
            }
            failures = 0
            version = object.metadata.resourceVersion ?? version
            if (type === 'BOOKMARK') continue
            versions = withVersion(versions, type, object)
            publish()
          }
        } catch (error) {
          if (signal.aborted) return
          if (error instanceof StatusError && error.code === 410) version = undefined
          else {
            failures += 1
            setState({ versions, phase: 'failed', error })
          }
        }
        if (failures > 0) await sleep(PAGE_CLOCK, Math.min(200 * 2 ** failures, 10_000), signal).catch(() => undefined) // ended meanwhile
      }
    }
    void follow()
    return () => {
      stop.abort()
      clearTimeout(waiting)
    }
  }, [client, session, shape])
  return state
}
