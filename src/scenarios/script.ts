import { parseGoDuration } from '../machinery/go-duration'
import { isObject } from '../machinery/json'
import { parseJson, writeJson } from '../machinery/json-text'
import { valuesAt } from './field-path'
import type { ScriptLine, ScriptRequest } from './script-line'
import type { ScenarioWorld } from './world'

const CONTENT_TYPES = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** A script line with an unexpected answer. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError'
  constructor(
    readonly line: ScriptRequest,
    readonly status: number,
    readonly answer: unknown,
    /** The part of the scenario: `objects[2]`. */
    where?: string,
  ) {
    const message = isObject(answer) && typeof answer['message'] === 'string' ? answer['message'] : ''
    super(
      `${where === undefined ? '' : `${where}: `}${line.as ?? 'admin'}: ${line.send} was answered with ${status}${message && `: ${message}`}`,
    )
  }
}

const STREAMS = /[?&](watch|follow)=(true|1)(&|$)|^GET \/(api|apis\/[^/]+)\/[^/]+\/watch\//

/** The content of an answer, parsed if it is JSON. A successful stream has no end, so it is closed unread. */
export async function answerOf(response: Response, send: string): Promise<unknown> {
  if (response.ok && STREAMS.test(send)) {
    await response.body?.cancel()
    return undefined
  }
  const text = await response.text()
  if (!/\bjson\b/.test(response.headers.get('content-type') ?? '')) return text
  return text === '' ? undefined : parseJson(text)
}

const filledIn = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole)

function filledBody(body: unknown, kept: ReadonlyMap<string, string>): unknown {
  if (typeof body === 'string') return filledIn(body, kept)
  if (Array.isArray(body)) return body.map((item) => filledBody(item, kept))
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).map(([name, member]) => [name, filledBody(member, kept)]))
}

/** Sends a request of a script or check. */
export function sendLine(
  world: Pick<ScenarioWorld, 'as' | 'withToken'>,
  line: Pick<ScriptRequest, 'as' | 'token' | 'send' | 'body' | 'patch'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const [method = '', path = ''] = line.send.split(/ (.*)/s)
  const contentType = method === 'PATCH' ? CONTENT_TYPES[line.patch ?? 'merge'] : 'application/json'
  const client = line.token === undefined ? world.as(line.as) : world.withToken(line.token)
  return client.raw(method, path, line.body, { contentType, headers })
}

/** Runs lines in order; calls `after` after each. Rejects with `ScriptError` at the first unexpected answer. */
export async function playScript(
  world: ScenarioWorld,
  lines: readonly ScriptLine[],
  after: (line: ScriptLine) => void | Promise<void> = () => {},
  kept: Map<string, string> = new Map(),
): Promise<void> {
  for (const line of lines) {
    if ('advance' in line) await world.advance(parseGoDuration(line.advance) ?? 0)
    else await playRequest(world, line, kept)
    await world.settle()
    await after(line)
  }
}

async function playRequest(world: ScenarioWorld, line: ScriptRequest, kept: Map<string, string>): Promise<void> {
  const response = await sendLine(world, {
    ...line,
    ...(line.token !== undefined && { token: filledIn(line.token, kept) }),
    send: filledIn(line.send, kept),
    body: filledBody(line.body, kept),
  })
  const answer = await answerOf(response, line.send)
  const expected = line.status === undefined ? response.ok : response.status === line.status
  if (!expected) throw new ScriptError(line, response.status, answer)
  for (const [name, path] of Object.entries(line.keep ?? {})) {
    const value = valuesAt(answer, path)[0]
    kept.set(name, typeof value === 'string' ? value : value === undefined ? '' : writeJson(value))
  }
}
