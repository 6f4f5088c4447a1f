/** Fields added after some release, and fields that were removed. */
import type { Schema } from '../schema'
import { KIND_FACTS } from '../generated/kinds/facts'
import { laterFieldsText } from '../generated/later-fields'
import { type DisabledFields, gatedFields } from './gated-fields'
import { GATES } from './gates'

/** Added fields of types shared by several kinds, by release; the others are in the kinds' folders. */
const SHARED: Readonly<Record<number, readonly string[]>> = {
  22: ['machinery.apis.meta.v1.ManagedFieldsEntry subresource'],
}

interface FormerField {
  readonly name: string
  readonly schema: Schema
  /** The first release without it. */
  readonly removed: number
}

/** Fields that were removed. The server had long ignored their values, or ignored them behind a gate that no one switched on. */
const FORMER: Readonly<Record<string, readonly FormerField[]>> = {
  'core.v1.EphemeralVolumeSource': [{ name: 'readOnly', schema: { type: 'boolean' }, removed: 21 }],
  'core.v1.ServiceSpec': [{ name: 'topologyKeys', schema: { type: 'list', element: { type: 'string' } }, removed: 22 }],
  'machinery.apis.meta.v1.ObjectMeta': [{ name: 'clusterName', schema: { type: 'string' }, removed: 24 }],
}

/** A type's fields that a release still knows and ignores. */
export const formerFields = (type: string, release: number): readonly FormerField[] =>
  (FORMER[type] ?? []).filter(({ removed }) => release < removed)

/** Fields added since 1.27: `type|28 field field|-31 field`, with - before the first release without the field. */
const LATER = laterFieldsText.split('\n').map((line) => {
  const [type = '', ...spans] = line.split('|')
  return {
    type,
    spans: spans.map((span) => {
      const [release = '', ...fields] = span.split(' ')
      return { release: Number(release), fields }
    }),
  }
})

const none: ReadonlySet<string> = new Set()
const known = new Map<number, Map<string, Set<string>>>()

function unknownTo(release: number): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (type: string, fields: readonly string[]) => {
    const set = found.get(type) ?? new Set()
    for (const field of fields) set.add(field)
    found.set(type, set)
  }
  for (const { gate, type, fields, since } of gatedFields())
    if (since === undefined && (GATES.get(gate)?.stages[0]?.since ?? 0) > release) add(type, fields)
  for (const table of [SHARED, ...KIND_FACTS.map(({ addedFields = {} }) => addedFields)])
    for (const [since, rows] of Object.entries(table))
      if (Number(since) > release)
        for (const row of rows) {
          const [type = '', ...fields] = row.split(' ')
          add(type, fields)
        }
  for (const { type, spans } of LATER)
    for (const { release: at, fields } of spans) if (at > 0 ? at > release : -at <= release) add(type, fields)
  return found
}

function tableOf(release: number): Map<string, Set<string>> {
  const table = known.get(release) ?? unknownTo(release)
  known.set(release, table)
  return table
}

/** A type's fields that a release does not know: added later, or removed before. */
export const fieldsUnknownTo = (type: string, release: number): ReadonlySet<string> =>
  tableOf(release).get(type) ?? none

/** Combines fields of disabled features with those unknown to the release. */
export function withUnknownFields(disabled: DisabledFields, release: number): DisabledFields {
  const all = new Map(disabled)
  for (const [type, fields] of tableOf(release)) all.set(type, new Set([...(disabled.get(type) ?? []), ...fields]))
  return all
}
