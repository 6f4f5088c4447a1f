import { type Event, parseEvents, YAMLException } from 'js-yaml'
import { DecodeError, MAX_DEPTH, positionOf } from './decode-error'
import type { Decoded } from './decode-json'
import { YamlReader, TOO_DEEP, type Fail } from './yaml-reader'

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
 * Parses the first document of a YAML text and ignores the rest, as servers of this API do. Runs in time linear to the text.
 * @throws DecodeError with the position
 */
export function decodeYaml(text: string): Decoded {
  const [first] = documents(text)
  return first ? decodeDocument(text, first).decoded : NOTHING
}

/** Parses all documents of a text independently; empty ones are left out. */
export function decodeYamlStream(text: string): YamlPart[] {
  const parts: YamlPart[] = []
  for (const range of documents(text)) {
    try {
      const { decoded, start } = decodeDocument(text, range)
      if (decoded.value !== null) parts.push({ ...range, line: positionOf(text, start).line, decoded })
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      parts.push({ ...range, line: positionOf(text, contentOf(text, range)).line, error })
    }
  }
  return parts
}

const NOTHING: Decoded = { value: null, duplicates: [], fractions: [] }

interface Range {
  readonly start: number
  readonly end: number
}

const MARKER = /^(?:---|\.\.\.)(?=\s|$)/gm
const SILENT = /^(?:\s|#.*(?:\n|$)|%.*(?:\n|$))*$/

/** Ranges of a text's documents. A line that begins with `---` or `...` always ends one, even inside a scalar. */
function* documents(text: string): Generator<Range> {
  let start = 0
  let open = false
  MARKER.lastIndex = 0
  for (const { index, 0: marker } of text.matchAll(MARKER)) {
    // Directives and comments belong to the document that the next marker begins.
    if (open || !isSilent(text, start, index)) {
      const end = marker === '...' ? index + marker.length : index
      yield { start, end }
      start = end
    }
    open = marker === '---'
  }
  if (start < text.length) yield { start, end: text.length }
}

const isSilent = (text: string, start: number, end: number): boolean =>
  text
    .slice(start, end)
    .split('\n')
    .every((line) => SILENT.test(line))

/** Offset of a document's content, after its marker. */
const contentOf = (text: string, { start, end }: Range): number =>
  end -
  text
    .slice(start, end)
    .replace(/^---(?=\s)/, '')
    .trimStart().length

function decodeDocument(text: string, { start, end }: Range): { decoded: Decoded; start: number } {
  const part = text.slice(start, end)
  const fail = (why: string, offset: number): never => {
    const { line, column } = positionOf(text, start + offset)
    throw new DecodeError(`the text is not YAML: line ${line}, column ${column}: ${why}`, line, column)
  }
  const reader = new YamlReader(part, fail)
  const value = reader.read(eventsOf(part, fail))
  return { decoded: { value, duplicates: [...reader.duplicates], fractions: [] }, start: start + reader.start }
}

function eventsOf(part: string, fail: Fail): readonly Event[] {
  if (isSilent(part, 0, part.length)) return []
  try {
    return parseEvents(part, { maxDepth: MAX_DEPTH })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const at = error.mark?.position ?? 0
    return fail(error.reason.includes('maxDepth') ? TOO_DEEP : error.reason, at)
  }
}
