/** The notation of fields in the generated facts about types: `name:type` with presence, default and merge markers. */
import { existsAt } from './releases/ledger'
import type { ScalarFormat, Schema } from './schema'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
/** What a field says about merging, defaults and zero values. */
export type Marks = Mutable<
  Pick<
    Schema,
    | 'listType'
    | 'listMapKeys'
    | 'mapType'
    | 'patchStrategy'
    | 'patchMergeKey'
    | 'default'
    | 'omitEmpty'
    | 'always'
    | 'onceAlways'
  >
>

const SCALARS: Readonly<Record<string, Pick<Schema, 'type' | 'mapType'> & { format?: ScalarFormat }>> = {
  s: { type: 'string' },
  i: { type: 'integer', format: 'int32' },
  I: { type: 'integer', format: 'int64' },
  d: { type: 'number', format: 'double' },
  b: { type: 'boolean' },
  y: { type: 'string', format: 'byte' },
  t: { type: 'string', format: 'date-time' },
  u: { type: 'string', format: 'micro-time' },
  q: { type: 'string', format: 'quantity' },
  x: { type: 'any', format: 'int-or-string' },
  // Raw JSON is owned as a whole.
  a: { type: 'any', mapType: 'atomic' },
}

/** The release that fields are parsed for, and the structs that they refer to. */
export interface NotationContext {
  /** Minor number. */
  readonly release: number
  /** Releases up to 1.20 did not have some markers. */
  readonly legacy: boolean
  get(name: string): { with(marks: Marks): Schema } | undefined
}

/** The marker that a type has whatever field refers to it. */
export const ownMarks = ({ mapType }: Schema): Marks => (mapType ? { mapType } : {})

/** `name!-19:notation^=default*markers`: presence, pointer, release, type, inverted zero rule, default. */
const FIELD = /^([^:!&]+)([!&]?)(-?)(\d*):([^*%+=^~]+)(\^?)(?:=([^*%+~]*))?(.*)$/

/** Parses one field of a generated line. Throws for a malformed one. */
export function parseField(text: string, context: NotationContext): [string, Schema] {
  const match = FIELD.exec(text)
  if (!match) throw new Error(`generated field ${text} is malformed`)
  const [, name = '', presence, pointer, since, notation = '', inverted, fallback, markers = ''] = match
  const marks: Marks = context.legacy && markers.endsWith('~') ? {} : parseMarkers(markers)
  if (fallback !== undefined) marks.default = fallback
  const dropsZero = /^[sy[{]/.test(notation) !== (inverted === '^')
  const always =
    presence === '&' && existsAt(pointer ? { removed: Number(since) } : { since: Number(since) }, context.release)
  // A required string for which empty is meaningful is never made up.
  const whole = presence === '!' && !pointer && !/^[(ax]/.test(notation) && !inverted
  if (always || whole) marks.always = always && /^s\^/.test(notation + inverted) ? 'null' : true
  if (presence === '&' && pointer && !always) marks.onceAlways = true
  if (presence !== '!' && !always && dropsZero && !/^[@(axqtu]/.test(notation)) marks.omitEmpty = true
  return [name, parseType(notation, context, marks)]
}

/** Parses `*map(a,b)%atomic+merge(a)+retainKeys`; a patch merge key without list type implies a keyed list. */
function parseMarkers(text: string): Marks {
  const marks: Marks = {}
  for (const [, sign, word, argument] of text.matchAll(/([*%+])(\w+)(?:\(([^)]*)\))?/g)) {
    if (sign === '*') {
      marks.listType = word as NonNullable<Schema['listType']>
      if (argument) marks.listMapKeys = argument.split(',')
    } else if (sign === '%') {
      marks.mapType = word as NonNullable<Schema['mapType']>
    } else {
      marks.patchStrategy = [...(marks.patchStrategy ?? []), word as 'merge' | 'replace' | 'retainKeys']
      if (argument) marks.patchMergeKey = argument
    }
  }
  return marks
}

function parseType(notation: string, context: NotationContext, marks: Marks): Schema {
  const rest = notation.slice(1)
  switch (notation[0]) {
    case '@': {
      const type = context.get(rest)
      if (!type) throw new Error(`generated type ${rest} is missing`)
      return type.with(marks)
    }
    case '[':
      return { type: 'list', element: parseType(rest, context, {}), ...listMarks(marks) }
    case '{':
      return { type: 'map', element: parseType(rest, context, {}), ...marks }
    case '(': {
      const parts = notation.slice(1, -1).split(',')
      return { type: 'any', alternatives: parts.map((part) => parseType(part, context, {})), ...marks }
    }
    default: {
      const scalar = SCALARS[notation]
      if (!scalar) throw new Error(`generated notation ${notation} is unknown`)
      return { ...scalar, ...marks }
    }
  }
}

/** Without a list type, patch strategy `merge` implies a list keyed by the merge key, or a set of scalars. */
function listMarks(marks: Marks): Marks {
  if (marks.listType || !marks.patchStrategy?.includes('merge')) return marks
  if (marks.patchMergeKey) return { ...marks, listType: 'map', listMapKeys: [marks.patchMergeKey] }
  return { ...marks, listType: 'set' }
}
