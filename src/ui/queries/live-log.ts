import { startTransition, useEffect, useState } from 'react'
import type { Client } from '../../client/client'
import { statusErrorOf } from '../../client/status-error'
import { pathOf, type Target } from '../../client/targets'
import { LIVE_PACE, paced } from './paced'

/** Older lines are not read, and dropped when new ones arrive. */
export const MOST_LOG_LINES = 2_000

/** The log of a container, as read so far. */
export interface LiveLog {
  readonly text: string
  readonly phase: 'loading' | 'live' | 'ended' | 'failed'
  readonly error?: unknown
}

/** Which log of a pod is read. */
export interface LogChoice {
  readonly container: string
  /** The log of the run before the current one. */
  readonly previous: boolean
  /** Changes when the container starts or ends; the log is then read again. */
  readonly run: string
}

const START: LiveLog = { text: '', phase: 'loading' }

/** The last `count` lines of a text that ends with a line break. */
export function lastLines(text: string, count: number): string {
  let from = text.length - 1
  for (let i = 0; i < count; i++) {
    from = text.lastIndexOf('\n', from - 1)
    if (from <= 0) return text
  }
  return text.slice(from + 1)
}

/** The log of a pod's container, followed until the container ends. */
export function useLiveLog(client: Client, target: Target, pod: string, choice: LogChoice): LiveLog {
  const [state, setState] = useState(START)
  const shape = JSON.stringify([target, pod, choice])
  useEffect(() => {
    const [where, name, { container, previous }] = JSON.parse(shape) as [Target, string, LogChoice]
    setState(START)
    const stop = new AbortController()
    let text = ''
    const updates = paced(() => startTransition(() => setState({ text, phase: 'live' })), LIVE_PACE)
    const follow = async (): Promise<void> => {
      const path = pathOf(where, name, 'log')
      const response = await client.raw('GET', path, undefined, {
        query: { container, previous: String(previous), follow: String(!previous), tailLines: String(MOST_LOG_LINES) },
        headers: { accept: '*/*' },
        signal: stop.signal,
      })
      if (!response.ok) throw await statusErrorOf(response, `GET ${path}`)
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      updates.request()
      for (;;) {
        const read = await reader?.read()
        if (!read || read.done) break
        text = lastLines(text + read.value, MOST_LOG_LINES)
        updates.request()
      }
      updates.cancel()
      if (!stop.signal.aborted) setState({ text, phase: 'ended' })
    }
    follow().catch((error: unknown) => {
      updates.cancel()
      if (!stop.signal.aborted) setState({ text, phase: 'failed', error })
    })
    return () => {
      stop.abort()
      updates.cancel()
    }
  }, [client, shape])
  return state
}
