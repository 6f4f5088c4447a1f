import { parse } from 'yaml'
import { isObject, type JsonObject } from '../machinery/json'
import { parseJson } from '../machinery/json-text'
import { AUTHENTICATED_GROUP } from '../machinery/user'
import type { Person } from './scenario'
import type { ScriptLine, ScriptRequest } from './script-line'
import { asCreated } from './present-state'
import { textAt } from './text-at'

/** A request as sent, with its answer. */
export interface SentRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly contentType: string
  readonly body: string
  readonly status: number
  /** The answer, if it was JSON. */
  readonly answer?: unknown
  /** The sender; the administrator if absent. */
  readonly who?: { readonly name: string; readonly groups: readonly string[] }
}

/** Identifiers that differ between clusters and that later lines may refer to. */
export interface RecordingMemory {
  /** Object paths by uid. */
  readonly uids: Readonly<Record<string, string>>
  /** Server-generated names, with the names under which the script keeps them. */
  readonly names: Readonly<Record<string, string>>
}

/** A script recorded so far, and what is needed to record on. */
export interface Recorded {
  readonly lines: readonly ScriptLine[]
  readonly people: Readonly<Record<string, Person>>
  readonly memory: RecordingMemory
}

/** The start of a recording. */
export const NOTHING_RECORDED: Recorded = { lines: [], people: {}, memory: { uids: {}, names: {} } }

const PATCHES: Readonly<Record<string, NonNullable<ScriptRequest['patch']>>> = {
  'application/apply-patch+yaml': 'apply',
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
  'application/strategic-merge-patch+json': 'strategic',
}
/** A version older than any other. */
const OLD_VERSION = '1'

const pathOf = (path: string): string => path.split('?')[0] ?? path
const variable = (kind: string, used: Readonly<Record<string, string>>): string =>
  `${kind}${Object.keys(used).length + 1}`

function parsedBody(body: string): unknown {
  if (body.trim() === '') return undefined
  try {
    return parseJson(body)
  } catch {
    try {
      return parse(body)
    } catch {
      return body // keep the body as sent, since the server will refuse it again
    }
  }
}

/** The body without values that exist only in its cluster. */
function portable(body: unknown, { method, status }: SentRequest, version: string | undefined): unknown {
  if (!isObject(body)) return body
  if (method === 'DELETE') {
    const { preconditions: _, ...options } = body
    return Object.keys(options).length > 0 ? options : undefined
  }
  if (!isObject(body['metadata'])) return body
  const { status: state } = body
  const bare =
    method === 'PATCH' ? withoutIdentity(body) : { ...asCreated(body), ...(state !== undefined && { status: state }) }
  const metadata = bare['metadata'] as JsonObject
  const kept = version ?? (status === 409 && textAt(body, 'metadata', 'resourceVersion') ? OLD_VERSION : undefined)
  return { ...bare, metadata: { ...metadata, ...(kept !== undefined && { resourceVersion: kept }) } }
}

/** A patch keeps everything except the identity of the object it was made for. */
function withoutIdentity(body: JsonObject): JsonObject {
  const metadata = { ...(body['metadata'] as JsonObject) }
  for (const name of ['uid', 'resourceVersion']) delete metadata[name]
  return { ...body, metadata }
}

/** Replaces texts by their placeholders, in every string of a value. */
function replaced(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    let text = value
    for (const [from, to] of names) text = text.replaceAll(from, to)
    return text
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, names))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member, names)]))
}

const mentioned = (line: ScriptRequest, known: Readonly<Record<string, string>>): string[] => {
  const text = JSON.stringify(line, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return Object.keys(known).filter((one) => text.includes(one))
}

/** A line preceded by the requests that read the values it refers to. */
function withReferences(line: ScriptRequest, { uids, names }: RecordingMemory): ScriptLine[] {
  const reads: ScriptLine[] = []
  const stands = new Map(mentioned(line, names).map((name) => [name, `\${${names[name]}}`]))
  for (const [i, uid] of mentioned(line, uids).entries()) {
    const name = `uid${i + 1}`
    reads.push({ send: `GET ${uids[uid]}`, keep: { [name]: 'metadata.uid' } })
    stands.set(uid, `\${${name}}`)
  }
  return [...reads, ...(stands.size > 0 ? [replaced(line, stands) as ScriptRequest] : [line])]
}

const ok = (status: number): boolean => status >= 200 && status < 300

/** Adds identifiers from an answer that later lines may refer to. */
function remembered(memory: RecordingMemory, sent: SentRequest, generated: string | undefined): RecordingMemory {
  const uid = textAt(sent.answer, 'metadata', 'uid')
  const name = textAt(sent.answer, 'metadata', 'name')
  if (!ok(sent.status) || uid === '' || name === '') return memory
  const place = generated === undefined ? encodeURIComponent(name) : `\${${generated}}`
  const path = sent.method === 'POST' ? `${pathOf(sent.path)}/${place}` : pathOf(sent.path)
  return {
    uids: { ...memory.uids, [uid]: path },
    names: generated === undefined ? memory.names : { ...memory.names, [name]: generated },
  }
}

/** Adds a request to a script in a form that any cluster can run. */
export function recordRequest(recorded: Recorded, sent: SentRequest): Recorded {
  const { memory } = recorded
  const body = parsedBody(sent.body)
  const ownVersion = textAt(body, 'metadata', 'resourceVersion')
  const reads = sent.method === 'PUT' && ok(sent.status) && ownVersion !== ''
  const as = sent.who?.name
  const generated =
    sent.method === 'POST' && ok(sent.status) && textAt(body, 'metadata', 'generateName') !== ''
      ? variable('name', memory.names)
      : undefined
  const clean = portable(body, sent, reads ? '${version}' : undefined)
  const patch = sent.method === 'PATCH' ? PATCHES[sent.contentType.split(';')[0] ?? ''] : undefined
  const line: ScriptRequest = {
    ...(as !== undefined && { as }),
    send: `${sent.method} ${sent.path}`,
    ...(clean !== undefined && { body: clean }),
    ...(patch && { patch }),
    ...(!ok(sent.status) && { status: sent.status }),
    ...(generated !== undefined && { keep: { [generated]: 'metadata.name' } }),
  }
  const read: ScriptRequest = { send: `GET ${pathOf(sent.path)}`, keep: { version: 'metadata.resourceVersion' } }
  const groups = (sent.who?.groups ?? []).filter((group) => group !== AUTHENTICATED_GROUP)
  return {
    lines: [...recorded.lines, ...(reads ? withReferences(read, memory) : []), ...withReferences(line, memory)],
    people:
      as === undefined || Object.hasOwn(recorded.people, as)
        ? recorded.people
        : { ...recorded.people, [as]: groups.length > 0 ? { groups } : {} },
    memory: remembered(memory, sent, generated),
  }
}

/** Adds an advance of the clock, in milliseconds; consecutive ones are merged. */
export function recordAdvance(recorded: Recorded, ms: number): Recorded {
  const last = recorded.lines.at(-1)
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return recorded
  if (last && 'advance' in last && /^\d+s$/.test(last.advance)) {
    const sum = seconds + Number.parseInt(last.advance, 10)
    return { ...recorded, lines: [...recorded.lines.slice(0, -1), { advance: `${sum}s` }] }
  }
  return { ...recorded, lines: [...recorded.lines, { advance: `${seconds}s` }] }
}
