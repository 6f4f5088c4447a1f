import {
  Composer,
  isAlias,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  type Document,
  type DocumentOptions,
  type Node,
  type ParsedNode,
  type ParseOptions,
  type SchemaOptions,
  type Tags,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { DecodeError, MAX_DEPTH } from './decode-error'
import type { Decoded } from './decode-json'
import { isObject, setOwn, type Json, type JsonObject } from './json'

/** Aliases may repeat at most this many values in all, so that a few lines can't become gigabytes. */
const MAX_ALIASED = 100_000

/**
 * YAML 1.1 as servers of this API read it: `yes` is a boolean and `017` an octal number, but `12:30` and dates stay text.
 */
const LEFT_OUT = new Set(['timestamp', 'intTime', 'floatTime', 'merge', 'binary', 'omap', 'pairs', 'set'])
const isLeftOut = (tag: unknown): boolean => {
  if (typeof tag === 'string') return LEFT_OUT.has(tag)
  const { tag: name, format } = tag as { tag: string; format?: string }
  return format === 'TIME' || LEFT_OUT.has(name.replace('tag:yaml.org,2002:', ''))
}
const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  uniqueKeys: false,
  strict: true,
  logLevel: 'silent',
  customTags: (tags: Tags) => tags.filter((tag) => !isLeftOut(tag)),
}

/** One document of a stream, for editors. */
export interface YamlPart {
  /** First line of the document's content, counted from 1. */
  readonly line: number
  /** Offsets of the document in the text. */
  readonly start: number
  readonly end: number
  readonly decoded?: Decoded
  readonly error?: DecodeError
}

/**
 * Reads the first document of a YAML text; what follows is not looked at, as servers of this API have it.
 * @throws DecodeError with the position
 */
export function decodeYaml(text: string): Decoded {
  const lines = new LineCounter()
  for (const document of documents(text, lines)) return decodeDocument(document, lines)
  return { value: null, duplicates: [] }
}

/** Reads all documents of a text, each on its own; empty ones are left out. */
export function decodeYamlStream(text: string): YamlPart[] {
  const lines = new LineCounter()
  const parts: YamlPart[] = []
  const read = (document: Document.Parsed): void => {
    const [start, , end] = document.range
    const where = { line: lines.linePos(document.contents?.range?.[0] ?? start).line, start, end }
    try {
      const decoded = decodeDocument(document, lines)
      if (decoded.value !== null) parts.push({ ...where, decoded })
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      parts.push({ ...where, error })
    }
  }
  try {
    for (const document of documents(text, lines)) read(document)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    parts.push({ line: 1, start: 0, end: text.length, error })
  }
  return parts
}

function* documents(text: string, lines: LineCounter): Generator<Document.Parsed> {
  checkNesting(text)
  const composer = new Composer<ParsedNode, true>(OPTIONS)
  const parser = new Parser(lines.addNewLine)
  try {
    yield* composer.compose(parser.parse(text))
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw error
  }
}

/** Nesting in brackets is what could exhaust the parser's stack; indentation needs quadratic text to do so. */
function checkNesting(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]
    if (char === '[' || char === '{') depth += 1
    else if ((char === ']' || char === '}') && depth > 0) depth -= 1
    if (depth > 20 * MAX_DEPTH) throw tooDeep()
  }
}

function decodeDocument(document: Document.Parsed, lines: LineCounter): Decoded {
  const error = document.errors[0]
  if (error) throw yamlError(error, lines)
  const reader = new Reader(lines)
  return { value: reader.read(document.contents, '', 0), duplicates: [...new Set(reader.duplicates)] }
}

const tooDeep = (line?: number, column?: number): DecodeError =>
  new DecodeError(`values are nested deeper than ${MAX_DEPTH} levels`, line, column)

function yamlError(error: YAMLError, lines: LineCounter): DecodeError {
  const { line, col } = lines.linePos(error.pos[0])
  // The parser reports its own exhausted stack like a syntax error.
  if (error.message.includes('call stack')) return tooDeep(line, col)
  return new DecodeError(
    `the text is not YAML: line ${line}, column ${col}: ${error.message.split('\n')[0] ?? ''}`,
    line,
    col,
  )
}

/** Turns nodes into JSON values; what aliases stand for is copied. */
class Reader {
  readonly duplicates: string[] = []
  private readonly anchors = new Map<string, Node>()
  private readonly open = new Set<Node>()
  private aliased = 0
  private inAlias = 0

  constructor(private readonly lines: LineCounter) {}

  read(node: Node | null | undefined, path: string, depth: number): Json {
    if (!node) return null
    if (depth > MAX_DEPTH) this.fail(node, `values are nested deeper than ${MAX_DEPTH} levels`)
    if (this.inAlias > 0 && ++this.aliased > MAX_ALIASED)
      this.fail(node, `aliases repeat more than ${MAX_ALIASED} values`)
    if (isAlias(node)) return this.behindAlias(node, (target) => this.read(target, path, depth + 1))
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node)
    if (isScalar(node)) return this.scalar(node.value, node)
    if (this.open.has(node)) this.fail(node, 'a value contains itself')
    this.open.add(node)
    try {
      if (isSeq(node)) return node.items.map((item, i) => this.read(item as Node | null, `${path}[${i}]`, depth + 1))
      return this.map(node, path, depth)
    } finally {
      this.open.delete(node)
    }
  }

  private behindAlias<T>(alias: Node & { source: string }, run: (target: Node) => T): T {
    const target = this.anchors.get(alias.source)
    if (!target) return this.fail(alias, `there is no anchor "${alias.source}"`)
    this.inAlias += 1
    try {
      return run(target)
    } finally {
      this.inAlias -= 1
    }
  }

  private scalar(value: unknown, node: Node): Json {
    if (typeof value === 'number' && !Number.isFinite(value)) return this.fail(node, 'numbers must be finite')
    if (typeof value === 'bigint') return Number(value)
    if (value === null || value === undefined) return null
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
    return this.fail(node, 'the value has no form in JSON')
  }

  private map(node: YAMLMap, path: string, depth: number): JsonObject {
    const result: JsonObject = {}
    const merged: JsonObject[] = []
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
        merged.push(...this.mergeSources(value as Node | null, path, depth))
        continue
      }
      const name = this.key(key as Node | null, node)
      const here = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(result, name) && this.inAlias === 0) this.duplicates.push(here)
      setOwn(result, name, this.read(value as Node | null, here, depth + 1))
    }
    for (const source of merged)
      for (const name of Object.keys(source)) if (!Object.hasOwn(result, name)) setOwn(result, name, source[name])
    return result
  }

  /** What a `<<` brings in: a map or a list of maps, earlier ones first. */
  private mergeSources(value: Node | null, path: string, depth: number): JsonObject[] {
    const source = this.read(value, path, depth + 1)
    const list = Array.isArray(source) ? source : [source]
    if (!list.every(isObject))
      throw new DecodeError('the text is not YAML: what << merges must be a map or a list of maps')
    return list
  }

  private key(key: Node | null, map: Node): string {
    if (isAlias(key)) return this.behindAlias(key, (target) => this.key(target, map))
    if (key === null) return 'null'
    if (!isScalar(key)) return this.fail(key, 'the name of a member must be a scalar')
    if (key.anchor !== undefined) this.anchors.set(key.anchor, key)
    const value = this.scalar(key.value, key)
    return typeof value === 'object' ? 'null' : String(value)
  }

  private fail(node: Node, why: string): never {
    const offset = node.range?.[0]
    if (offset === undefined) throw new DecodeError(`the text is not YAML: ${why}`)
    const { line, col } = this.lines.linePos(offset)
    throw new DecodeError(`the text is not YAML: line ${line}, column ${col}: ${why}`, line, col)
  }
}
