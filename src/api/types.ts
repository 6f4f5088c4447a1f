/** The built-in types, built lazily from generated facts (resource API, "Merge-strategy markers"). */
import { type Behaviour, behaves } from './releases/ledger'
import type { Schema } from './schema'
import { schemaText } from './generated/schema'
import { fieldsUnknownTo, formerFields } from './releases/added-fields'
import { type Marks, type NotationContext, ownMarks, parseField } from './type-notation'

/** The release whose markers apply by default. */
const CURRENT = 25

let lines: Map<string, string> | undefined
function lineOf(name: string): string | undefined {
  lines ??= new Map(schemaText.split('\n').map((line) => [line.slice(0, line.indexOf('|')), line]))
  return lines.get(name)
}

/** Types whose fields had no declared default before the behaviour. */
const LATER_DEFAULTS: Readonly<Record<string, Behaviour>> = {
  'core.v1.ContainerPort': 'container-port-default',
  'core.v1.ServicePort': 'service-port-default',
}

/** Lists that are atomic only after 1.20; until then their items were merged by key. */
const LATER_ATOMIC: Readonly<Record<string, string>> = { 'batch.v1.JobStatus': 'conditions' }

/** The types with the markers of one release, or the newest ones; `legacy` for releases up to 1.20. */
class TypeTable implements NotationContext {
  private readonly known = new Map<string, Struct>()
  readonly release: number
  readonly legacy: boolean
  constructor(private readonly only: number | undefined) {
    this.release = only ?? CURRENT
    this.legacy = !behaves('granular-merge-markers', this.release)
  }

  /** Fields known to the release; the newest ones without a release. */
  fieldsOf(type: string, line: string): ReadonlyMap<string, Schema> {
    const fields = new Map(
      line
        .split('|')
        .slice(3)
        .map((text) => parseField(text, this)),
    )
    const declares = LATER_DEFAULTS[type]
    if (declares !== undefined && !behaves(declares, this.release))
      for (const [name, { default: _later, ...field }] of fields) fields.set(name, field)
    const merged = this.legacy ? LATER_ATOMIC[type] : undefined
    const list = merged === undefined ? undefined : fields.get(merged)
    if (merged !== undefined && list?.patchMergeKey)
      fields.set(merged, { ...list, listType: 'map', listMapKeys: [list.patchMergeKey] })
    if (this.only === undefined) return fields
    for (const later of fieldsUnknownTo(type, this.only)) fields.delete(later)
    for (const { name, schema } of formerFields(type, this.only)) fields.set(name, { ...schema, ignored: true })
    return fields
  }

  get(name: string): Struct | undefined {
    const found = this.known.get(name)
    if (found) return found
    const line = lineOf(name)
    if (line === undefined) return undefined
    const mark = line.split('|', 3)[2] ?? ''
    const marks: Marks = {}
    if (mark && !(this.legacy && mark.endsWith('~'))) marks.mapType = mark.startsWith('atomic') ? 'atomic' : 'granular'
    const type = new Struct(this, name, line, marks)
    this.known.set(name, type)
    return type
  }
}

/** A struct with lazily resolved fields, because types may be recursive. */
class Struct implements Schema {
  readonly type = 'struct'
  private resolved: ReadonlyMap<string, Schema> | undefined

  constructor(
    private readonly table: TypeTable,
    readonly name: string,
    private readonly line: string,
    marks: Marks,
  ) {
    Object.assign(this, marks)
  }

  get fields(): ReadonlyMap<string, Schema> {
    this.resolved ??= this.table.fieldsOf(this.name, this.line)
    return this.resolved
  }

  /** The same type with additional merge markers of a field. */
  with(marks: Marks): Schema {
    if (Object.keys(marks).length === 0) return this
    return new Struct(this.table, this.name, this.line, { ...ownMarks(this), ...marks })
  }
}

const tables = new Map<number | undefined, TypeTable>()

function tableOf(release: number | undefined): TypeTable {
  const table = tables.get(release) ?? new TypeTable(release)
  tables.set(release, table)
  return table
}

/**
 * The schema of a built-in type, such as `core.v1.Pod`; undefined if it does not exist. `release` (minor number) selects fields and
 * markers; by default the newest.
 */
export const schemaOf = (typeName: string, release?: number): Schema | undefined => tableOf(release).get(typeName)

/** Fields of a built-in type that are documented as required; validation enforces them. */
export function requiredFields(typeName: string): string[] {
  const fields = lineOf(typeName)?.split('|').slice(3) ?? []
  return fields.filter((field) => /^[^:!]+!-?:/.test(field)).map((field) => field.slice(0, field.indexOf('!')))
}

/** All names of built-in types, sorted. */
export function typeNames(): string[] {
  lineOf('')
  return [...(lines?.keys() ?? [])]
}

/** apiVersion and kind of a type; undefined if it is not a kind. */
export function kindOfType(typeName: string): { apiVersion: string; kind: string } | undefined {
  const [apiVersion, kind] = lineOf(typeName)?.split('|', 2)[1]?.split(',') ?? []
  return apiVersion && kind ? { apiVersion, kind } : undefined
}

let kinds: Map<string, string> | undefined
/** Type name of a kind, such as `core.v1.Pod` for `v1` and `Pod`. */
export function typeOfKind(apiVersion: string, kind: string): string | undefined {
  if (!kinds) {
    kinds = new Map()
    for (const name of typeNames()) {
      const known = kindOfType(name)
      if (known) kinds.set(`${known.apiVersion}/${known.kind}`, name)
    }
  }
  return kinds.get(`${apiVersion}/${kind}`)
}

/** Types in their notation, by group and name. */
export type TypeTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Descriptions by type name and field (`.` for the type itself); loaded on first use. */
export async function loadTypeTexts(): Promise<TypeTexts> {
  const module = await import('./generated/texts.json')
  return module.default
}
