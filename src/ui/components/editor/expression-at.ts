import { isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments, type Scalar } from 'yaml'

/** A cursor position inside a text value of a document. */
export interface TextAt {
  /** The document, parsed as far as possible. */
  readonly object: unknown
  readonly path: readonly (string | number)[]
  /** The part of the text before the cursor. */
  readonly before: string
}

/** The YAML text value at a cursor; undefined if there is none. Unfinished documents are parsed as far as possible. */
export function textAt(source: string, offset: number): TextAt | undefined {
  const docs = parseAllDocuments(source, { uniqueKeys: false, version: '1.1', stringKeys: true })
  if (!Array.isArray(docs)) return undefined
  const doc = docs.find(({ range }) => range[0] <= offset && offset <= range[2])
  const found = doc && within(doc.contents, { source, offset }, [])
  if (!found) return undefined
  const object: unknown = doc.toJS({ maxAliasCount: 100 })
  return { object, ...found }
}

interface Cursor {
  readonly source: string
  readonly offset: number
}
type Found = Pick<TextAt, 'path' | 'before'>

function within(node: unknown, cursor: Cursor, path: readonly (string | number)[]): Found | undefined {
  if (isMap(node)) {
    for (const pair of node.items) {
      const found = inPair(pair, cursor, path)
      if (found) return found
    }
    return undefined
  }
  if (isSeq(node)) {
    for (const [i, item] of node.items.entries()) {
      const found = within(item, cursor, [...path, i])
      if (found) return found
    }
    return undefined
  }
  if (!isScalar(node)) return undefined
  const before = beforeIn(node, cursor)
  return before === undefined ? undefined : { path, before }
}

function inPair({ key, value }: Pair, cursor: Cursor, path: readonly (string | number)[]): Found | undefined {
  const name = isScalar(key) ? String(key.value) : ''
  const [from, end] = [rangeOf(key)?.[1], rangeOf(value)?.[2]]
  if (from === undefined || cursor.offset <= from || (end !== undefined && cursor.offset > end + 1)) return undefined
  return within(value, cursor, [...path, name])
}

const rangeOf = (node: unknown): readonly [number, number, number] | undefined =>
  (node as Node | null)?.range ?? undefined

/** The part of a scalar's value before the cursor. */
function beforeIn(node: Scalar, { source, offset }: Cursor): string | undefined {
  const range = node.range
  if (!range) return undefined
  const [start, end] = range
  const block = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
  if (offset < start) return node.value === null ? '' : undefined
  if (offset > end && source.slice(end, offset).trim() !== '') return undefined
  // After a complete value, only spaces on its own line still belong to it.
  if (!block && offset > end && source.slice(end, offset).includes('\n')) return undefined
  const raw = source.slice(start, offset)
  if (block) {
    const header = raw.indexOf('\n')
    return header < 0 ? undefined : raw.slice(header + 1)
  }
  if (node.type === 'QUOTE_DOUBLE') return closed(raw, '"') ? undefined : unescaped(raw.slice(1))
  if (node.type === 'QUOTE_SINGLE') return closed(raw, "'") ? undefined : raw.slice(1).replaceAll("''", "'")
  return raw
}

/** Whether the cursor is behind the closing quote. */
const closed = (raw: string, quote: string): boolean =>
  quote === '"'
    ? /^"(?:[^"\\]|\\.)*"/s.test(raw)
    : /^'(?:[^']|'')*'(?!')/.test(raw) &&
      raw.length > 1 &&
      raw.endsWith("'") &&
      (raw.match(/'/g)?.length ?? 0) % 2 === 0

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' }
const unescaped = (raw: string): string => raw.replace(/\\(.)/gs, (whole, sign: string) => ESCAPES[sign] ?? whole)
