import type { DiscoveredSubresource, DiscoveredType } from '../discovery'
import type { Call, ExchangedKind } from './operation'
import { FORCE, type Parameter } from './parameters'
import type { Document } from './schema-markers'

/** A call of a subresource, with its HTTP method in lower case. */
interface SubresourceCall {
  readonly method: string
  readonly call: Call
  readonly kind: ExchangedKind
}

interface Parts {
  /** The type's part of operation ids. */
  readonly name: string
  /** Parameters of writes. */
  readonly writing: readonly Parameter[]
  /** The schema that is read and written; publishes its definition. */
  readonly schema: () => Document
  readonly patch: Document
}

const METHODS: Readonly<Record<string, string>> = {
  get: 'get',
  create: 'post',
  update: 'put',
  patch: 'patch',
  delete: 'delete',
}

/** A text with a capital first letter. */
export const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The calls of a subresource. One whose kind holds options opens a connection. */
export function subresourceCalls(
  type: DiscoveredType,
  sub: DiscoveredSubresource,
  parts: Parts,
): readonly SubresourceCall[] {
  const kind = { group: sub.group ?? type.group, version: sub.version ?? type.version, kind: sub.kind }
  const calls = sub.kind.endsWith('Options') ? connections(type, sub, parts) : readsAndWrites(type, sub, parts)
  return Object.entries(calls).flatMap(([verb, call]) => {
    const method = METHODS[verb]
    return method && sub.verbs.includes(verb) ? [{ method, call: { action: method, ...call }, kind }] : []
  })
}

type Calls = Readonly<Record<string, Omit<Call, 'action'> & Partial<Pick<Call, 'action'>>>>

function connections(type: DiscoveredType, { name: sub, verbs }: DiscoveredSubresource, { name }: Parts): Calls {
  const answer = { type: 'string' }
  const text = `Connects to ${sub} of one ${type.kind}.`
  return Object.fromEntries(
    verbs.map((verb) => {
      const id = `connect${upper(METHODS[verb] ?? verb)}${name}${upper(sub)}`
      return [verb, { id, action: 'connect', text, answer }]
    }),
  )
}

function readsAndWrites(type: DiscoveredType, { name: sub }: DiscoveredSubresource, parts: Parts): Calls {
  const schema = parts.schema()
  const id = `${parts.name}${upper(sub)}`
  const what = `${sub} of one ${type.kind}`
  const write = { parameters: parts.writing, body: schema, answer: schema, created: true }
  return {
    get: { id: `read${id}`, text: `Reads ${what}.`, answer: sub === 'log' ? { type: 'string' } : schema },
    create: { ...write, id: `create${id}`, text: `Creates ${what}.` },
    update: { ...write, id: `replace${id}`, text: `Replaces ${what}.` },
    patch: {
      id: `patch${id}`,
      text: `Changes ${what}.`,
      parameters: [...parts.writing, FORCE],
      body: parts.patch,
      answer: schema,
      patch: true,
    },
  }
}
