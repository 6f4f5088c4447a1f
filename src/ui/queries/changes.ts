import { useEffect, useRef } from 'react'
import type { RequestTrace } from '../../server/trace'
import { useSession } from '../state/connection'
import { SAFE_METHODS } from '../../machinery/safe-methods'

/** A successful write, with what its path says. */
export interface SeenWrite {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace?: string
  readonly name?: string
  /** True if the number of objects may have changed. */
  readonly counts: boolean
}

type Traced = Pick<RequestTrace, 'method' | 'path' | 'status' | 'steps'>

/**
 * Whether a write may have created or removed an object. An update does neither, unless it creates by apply, or takes the last finalizer
 * away: then nothing is left to show after it. Heartbeats of nodes are updates, so they must not make pages count.
 */
const mayCount = ({ method, status, steps }: Traced): boolean =>
  method === 'POST' ||
  method === 'DELETE' ||
  status === 201 ||
  steps.some(({ stage, verdict, after }) => stage === 'store' && verdict !== 'none' && after === undefined)

/** The write that a trace shows; undefined for reads, and for requests that changed nothing. */
export function changeOf(trace: Traced): SeenWrite | undefined {
  if (SAFE_METHODS.has(trace.method) || trace.status < 200 || trace.status >= 300) return undefined
  const [path = '', query = ''] = trace.path.split('?')
  if (new URLSearchParams(query).has('dryRun')) return undefined
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  const [group, version, rest] =
    parts[0] === 'api' ? ['', parts[1], parts.slice(2)] : [parts[1] ?? '', parts[2], parts.slice(3)]
  if (!version || !rest.length) return undefined
  const scoped = rest[0] === 'namespaces' && rest.length > 2 && !['status', 'finalize'].includes(rest[2] ?? '')
  const [namespace, resource, name] = scoped ? [rest[1], rest[2], rest[3]] : [undefined, rest[0], rest[1]]
  if (!resource) return undefined
  return {
    group,
    version,
    resource,
    ...(namespace && { namespace }),
    ...(name && { name }),
    counts: mayCount(trace),
  }
}

/**
 * Calls back when something was written anywhere: by this page, another tab or a controller. Batches writes for `ms`.
 */
export function useChanges(onChanges: (changes: readonly SeenWrite[]) => void, ms = 400): void {
  const session = useSession()
  const handler = useRef(onChanges)
  handler.current = onChanges
  useEffect(() => {
    let waiting: SeenWrite[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = session.on('trace', (trace) => {
      const change = changeOf(trace)
      if (!change) return
      waiting.push(change)
      timer ??= setTimeout(() => {
        timer = undefined
        const changes = waiting
        waiting = []
        handler.current(changes)
      }, ms)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [session, ms])
}
