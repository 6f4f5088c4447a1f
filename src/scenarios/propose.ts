import { equal, isObject, type Json, type JsonObject } from '../machinery/json'
import { requestInfoOf } from '../server/request-info'
import { fieldPath } from './field-path'
import { madeByPerson } from './made-by-person'
import { asCreated, type FoundObject } from './present-state'
import type { AskCheck, Check, OwnsCheck, RequestPattern } from './check'
import type { ScriptLine, ScriptRequest } from './script-line'
import { textAt } from './text-at'
import { pathOfFound } from './start-objects'

/** A check suggested by a recording; `on` says whether it is chosen by default. */
export interface Proposal {
  readonly check: Check
  readonly on: boolean
}

/** Maximum number of fields per object that are chosen by default. */
const MOST_FIELDS = 4
const MOST_OFFERED = 12

const uidOf = ({ object }: FoundObject): string => textAt(object, 'metadata', 'uid')

const member = (path: string, name: string): string =>
  /^[A-Za-z_$][\w$-]*$/.test(name) ? (path ? `${path}.${name}` : name) : `${path}["${name}"]`

/** An object's scalar values by path. */
function leaves(value: Json | undefined, path = '', found = new Map<string, Json>()): Map<string, Json> {
  if (Array.isArray(value) && value.length > 0) value.forEach((item, i) => leaves(item, `${path}[${i}]`, found))
  else if (isObject(value) && Object.keys(value).length > 0)
    for (const [name, part] of Object.entries(value)) leaves(part, member(path, name), found)
  else if (value !== undefined && fieldPath(path)) found.set(path, value)
  return found
}

/** The user-defined values of an object by path, without kind and name. */
function decided(object: JsonObject): Map<string, Json> {
  const { apiVersion: _, kind: _kind, metadata, ...rest } = asCreated(object)
  const {
    name: _name,
    namespace: _namespace,
    generateName: _generate,
    ownerReferences: _owners,
    ...marks
  } = isObject(metadata) ? metadata : {}
  return leaves({ ...rest, ...(Object.keys(marks).length > 0 && { metadata: marks }) })
}

const sentLines = (lines: readonly ScriptLine[]): ScriptRequest[] => lines.filter((line) => 'send' in line)

/** Whether a recorded request wrote an object: by its path, or by creating it in its collection. */
function wrote({ send, body }: ScriptRequest, found: FoundObject): boolean {
  const [method = '', target = ''] = send.split(' ')
  const path = target.split('?')[0]
  if (method !== 'POST') return path === pathOfFound(found)
  const name = textAt(found.object, 'metadata', 'name')
  const made = textAt(body, 'metadata', 'generateName')
  return path === found.collection && (textAt(body, 'metadata', 'name') || name) === name && name.startsWith(made)
}

/** The fields of an object that recorded requests have set. */
function sentFields(lines: readonly ScriptLine[], found: FoundObject): ReadonlySet<string> {
  const bodies = sentLines(lines).flatMap((line) => (isObject(line.body) && wrote(line, found) ? [line.body] : []))
  return new Set(bodies.flatMap((body) => [...decided(body).keys()]))
}

const asked = (path: string, where: AskCheck['where'] = []): AskCheck => ({
  ask: `GET ${path}`,
  ...(where.length > 0 && { where }),
})

/** One check per field, so that each can be chosen separately. */
const fieldChecks = (path: string, fields: readonly (readonly [string, Json | undefined])[]): Proposal[] =>
  fields.slice(0, MOST_OFFERED).map(([field, value], i) => ({
    check: asked(path, [value === undefined ? { path: field, exists: false } : { path: field, is: value }]),
    on: i < MOST_FIELDS,
  }))

function created(found: FoundObject, lines: readonly ScriptLine[]): Proposal[] {
  const path = pathOfFound(found)
  const { object } = found
  // Another run generates another name, so only the request can be checked.
  if (textAt(object, 'metadata', 'generateName') !== '') return []
  const set = sentFields(lines, found)
  const fields = [...decided(object)].filter(([field]) => set.has(field))
  return [{ check: asked(path), on: fields.length === 0 }, ...fieldChecks(path, fields)]
}

function changed(before: FoundObject, after: FoundObject): Proposal[] {
  const was = decided(before.object)
  const is = decided(after.object)
  const fields = [...new Set([...was.keys(), ...is.keys()])].filter((field) => !equal(was.get(field), is.get(field)))
  // A shortened list has lost the values after its end; its current values are enough.
  const told = fields.filter((field) => is.has(field) || !/\[\d+\]/.test(field))
  return fieldChecks(
    pathOfFound(after),
    told.map((field) => [field, is.get(field)] as const),
  )
}

type Owner = Pick<OwnsCheck, 'field' | 'manager'> & { readonly operation: 'Apply' | 'Update' }

/** The paths in a fieldsV1 set that consist of members only. */
function ownedPaths(fields: Json | undefined, path = ''): string[] {
  if (!isObject(fields)) return []
  return Object.entries(fields).flatMap(([key, inner]) => {
    if (!key.startsWith('f:')) return []
    const here = member(path, key.slice(2))
    const deeper = ownedPaths(inner, here)
    return deeper.length > 0 ? deeper : [here]
  })
}

function ownersIn({ object }: FoundObject): Owner[] {
  const { metadata } = object
  const entries = isObject(metadata) && Array.isArray(metadata['managedFields']) ? metadata['managedFields'] : []
  return entries.filter(isObject).flatMap((entry) => {
    const operation = entry['operation'] === 'Apply' ? 'Apply' : 'Update'
    return ownedPaths(entry['fieldsV1'])
      .filter((field) => !field.startsWith('status'))
      .map((field) => ({ field, manager: textAt(entry, 'manager'), operation }) as const)
  })
}

/** Checks for fields that gained or lost an owner by apply. */
function ownership(before: FoundObject | undefined, after: FoundObject, on: boolean): Proposal[] {
  const was = before ? ownersIn(before) : []
  const is = ownersIn(after)
  const newer = is.filter((one) => one.operation === 'Apply' && !was.some((other) => equal(one, other)))
  const gone = was.filter((one) => !is.some((other) => equal(one, other)))
  const owns = pathOfFound(after)
  return [...newer.map((one): Check => ({ owns, ...one })), ...gone.map((one): Check => ({ owns, ...one, not: true }))]
    .slice(0, MOST_OFFERED)
    .map((check, i) => ({ check, on: on && i < MOST_FIELDS }))
}

/** The log pattern that matches a request. */
function happened({ as, send, status }: ScriptRequest, refusedBy: string | undefined): RequestPattern {
  const [method = '', target = ''] = send.split(/ (.*)/s)
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const search = new URLSearchParams(query)
  const info = requestInfoOf(method, { path, query: search })
  const resource = [info.resource, info.subresource].filter(Boolean).join('/')
  const manager = search.get('fieldManager')
  return {
    ...(as !== undefined && { who: as }),
    verb: info.verb,
    ...(resource && { resource }),
    ...(info.namespace && { namespace: info.namespace }),
    ...(info.name && !info.name.startsWith('${') && { name: info.name }),
    ...(status !== undefined && { status }),
    ...(refusedBy !== undefined && { refusedBy }),
    ...(search.get('dryRun') === 'All' && { dryRun: true }),
    ...(search.get('force') === 'true' && { forced: true }),
    ...(info.verb === 'patch' && manager !== null && { manager }),
  }
}

function logged(lines: readonly ScriptLine[]): Proposal[] {
  const patterns: RequestPattern[] = []
  for (const line of sentLines(lines)) {
    if (line.keep && line.send.startsWith('GET ')) continue
    const pattern = happened(line, undefined)
    if (!patterns.some((one) => equal(one, pattern))) patterns.push(pattern)
  }
  return patterns.map((pattern) => ({
    check: { happened: pattern },
    // Requests without lasting effects can only be checked in the log.
    on: pattern.status !== undefined || pattern.dryRun === true || pattern.verb === 'get' || pattern.verb === 'list',
  }))
}

function passed(lines: readonly ScriptLine[]): Proposal[] {
  const seconds = lines.map((line) => ('advance' in line ? Number.parseInt(line.advance, 10) : 0))
  const sum = seconds.reduce((all, one) => all + one, 0)
  return sum > 0 ? [{ check: { passed: `${sum}s` }, on: false }] : []
}

const byPerson = ({ object }: FoundObject): boolean => madeByPerson(object)

/** Suggested checks for what happened: objects created, changed and deleted, field owners, and requests sent. */
export function proposeChecks(
  before: readonly FoundObject[],
  after: readonly FoundObject[],
  lines: readonly ScriptLine[],
): readonly Proposal[] {
  const was = new Map(before.map((one) => [pathOfFound(one), one]))
  const is = new Map(after.map((one) => [pathOfFound(one), one]))
  const state = [...is].flatMap(([path, found]): Proposal[] => {
    const old = was.get(path)
    if (!byPerson(found)) return []
    const fields = old && uidOf(old) === uidOf(found) ? changed(old, found) : created(found, lines)
    return [...fields, ...ownership(old, found, fields.length === 0)]
  })
  const gone = [...was].flatMap(([path, found]): Proposal[] =>
    !is.has(path) && byPerson(found) ? [{ check: { ask: `GET ${path}`, status: 404 }, on: true }] : [],
  )
  const all = [...state, ...gone, ...logged(lines), ...passed(lines)]
  const some = all.some(({ on }) => on)
  return all.map((one, i) => (some || i > 0 ? one : { ...one, on: true }))
}
