/** Fields that came after a release, which does not know them, and fields that were removed. */
import { KIND_FACTS } from '../generated/kinds/facts'
import { type DisabledFields, gatedFields } from './gated-fields'
import { GATES } from './gates'

/** Fields of types that no kind owns, by the release that brought them; the others stand in the folders of their kinds. */
const SHARED: Readonly<Record<number, readonly string[]>> = {
  22: ['machinery.apis.meta.v1.ManagedFieldsEntry subresource'],
}

/** Texts that were removed, and the first release without them. The server had long ignored their values. */
const FORMER: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'machinery.apis.meta.v1.ObjectMeta': { clusterName: 24 },
}

/** Names of a type's fields that a release still knows and ignores. */
export const formerFields = (type: string, release: number): readonly string[] =>
  Object.entries(FORMER[type] ?? {}).flatMap(([field, removed]) => (release < removed ? [field] : []))

const none: ReadonlySet<string> = new Set()
const known = new Map<number, Map<string, Set<string>>>()

function addedAfter(release: number): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (type: string, fields: readonly string[]) => {
    const set = found.get(type) ?? new Set()
    for (const field of fields) set.add(field)
    found.set(type, set)
  }
  for (const { gate, type, fields } of gatedFields())
    if ((GATES.get(gate)?.stages[0]?.since ?? 0) > release) add(type, fields)
  for (const table of [SHARED, ...KIND_FACTS.map(({ addedFields = {} }) => addedFields)])
    for (const [since, rows] of Object.entries(table))
      if (Number(since) > release)
        for (const row of rows) {
          const [type = '', ...fields] = row.split(' ')
          add(type, fields)
        }
  return found
}

function tableOf(release: number): Map<string, Set<string>> {
  const table = known.get(release) ?? addedAfter(release)
  known.set(release, table)
  return table
}

/** Names of a type's fields that came after a release. */
export const fieldsIntroducedAfter = (type: string, release: number): ReadonlySet<string> =>
  tableOf(release).get(type) ?? none

/** What features leave out, and what the release does not know either. */
export function withFieldsIntroducedLater(disabled: DisabledFields, release: number): DisabledFields {
  const all = new Map(disabled)
  for (const [type, fields] of tableOf(release)) all.set(type, new Set([...(disabled.get(type) ?? []), ...fields]))
  return all
}
