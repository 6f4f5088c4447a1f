import type { Send } from '../../client/client'
import { parseJson } from '../../machinery/json-text'
import { requestWith } from '../../machinery/request'
import { isWatch, warningsOf } from '../state/connection'
import { parseHeaders } from '../state/curl'

/** An event of a watch, with its time in milliseconds since the request. */
export interface StreamedEvent {
  readonly atMs: number
  readonly type: string
  readonly title: string
  readonly text: string
}

/** An answer, possibly incomplete. */
export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly warnings: readonly string[]
  readonly auditId?: string
  readonly headMs: number
  readonly text: string
  /** The events received so far, for a watch. */
  readonly events?: readonly StreamedEvent[]
  /** True while more may arrive. */
  readonly open: boolean
}

/** A request as the console sends it. */
export interface ConsoleRequest {
  readonly method: string
  readonly path: string
  readonly headers: string
  readonly body: string
}

/** Reason phrases, which browsers leave out of constructed responses. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

function eventOf(line: string, atMs: number): StreamedEvent {
  try {
    const event = parseJson(line) as {
      type?: string
      object?: {
        kind?: string
        message?: string
        rows?: { object?: { metadata?: { name?: string } } }[]
        metadata?: { name?: string; namespace?: string; resourceVersion?: string }
      }
    }
    const meta = event.object?.metadata
    const name = meta?.name ?? event.object?.rows?.[0]?.object?.metadata?.name
    const title = [
      event.object?.kind,
      name,
      meta?.resourceVersion && `@${meta.resourceVersion}`,
      event.type === 'ERROR' ? event.object?.message : undefined,
    ]
      .filter(Boolean)
      .join(' ')
    return { atMs, type: event.type ?? '?', title, text: line }
  } catch {
    return { atMs, type: '?', title: line.slice(0, 80), text: line }
  }
}

/**
 * Sends a request and reports its answer as it arrives; resolves to the complete answer. Aborting a stream is its normal
 * end.
 */
export async function sendRequest(
  send: Send,
  { method, path, headers, body }: ConsoleRequest,
  signal: AbortSignal,
  report: (answer: Answer) => void,
): Promise<Answer> {
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://orchard.invalid')
  const started = performance.now()
  const lines = parseHeaders(headers)
  const hasBody = body !== '' && !['GET', 'HEAD'].includes(method)
  const given = new Set(lines.map(([name]) => name.toLowerCase()))
  const sent = [
    ...lines,
    ...(given.has('accept') ? [] : [['accept', 'application/json, */*'] as const]),
    ...(hasBody && !given.has('content-type')
      ? [['content-type', /^\s*[{[]/.test(body) ? 'application/json' : 'application/yaml'] as const]
      : []),
  ]
  const response = await send(requestWith(url, { method, headers: sent, signal, ...(hasBody && { body }) }))
  const auditId = response.headers.get('audit-id')
  let answer: Answer = {
    status: response.status,
    statusText: response.statusText || (REASONS[response.status] ?? ''),
    headers: [...response.headers],
    warnings: warningsOf(response),
    ...(auditId && { auditId }),
    headMs: performance.now() - started,
    text: '',
    ...(isWatch(url) && response.ok && { events: [] }),
    open: true,
  }
  report(answer)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      const text = decoder.decode(value, { stream: true })
      answer = { ...answer, text: answer.text + text }
      if (answer.events) {
        rest += text
        const parts = rest.split('\n')
        rest = parts.pop() ?? ''
        const atMs = performance.now() - started
        answer = {
          ...answer,
          events: [...answer.events, ...parts.filter((part) => part.trim()).map((part) => eventOf(part, atMs))],
        }
      }
      report(answer)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  answer = { ...answer, open: false }
  report(answer)
  return answer
}
