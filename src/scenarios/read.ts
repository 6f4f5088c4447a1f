import { isCollection, isMap, LineCounter, type Node, parseDocument } from 'yaml'
import { translate } from '../names/dictionary'
import { SPOKEN } from '../names/spoken'
import { DecodeError } from '../machinery/decode-error'
import { decodeJson } from '../machinery/decode-json'
import { utf8Length } from '../machinery/utf8-length'
import type { Scenario } from './scenario'
import { SCENARIO_SHAPE } from './schema'
import type { ShapeProblem } from './shape'

/** Maximum size of a scenario in bytes. */
export const MAX_SCENARIO_BYTES = 2 ** 20
const MAX_PROBLEMS = 20

/** An error in a scenario, with its position. */
export interface ScenarioProblem {
  /** Line number from 1; absent for errors about the whole text. */
  readonly line?: number
  readonly column?: number
  /** Path in the document, such as `steps[0].check`. */
  readonly path: string
  readonly message: string
}

/** An invalid scenario. Its message names the first problem and its place. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  constructor(readonly problems: readonly ScenarioProblem[]) {
    super(problems.map(sentence).join('\n'))
  }
}

const sentence = ({ line, column, path, message }: ScenarioProblem): string =>
  `${line === undefined ? '' : `line ${line}, column ${column}: `}${path ? `${path} ` : ''}${message}`

/** Reads a scenario from YAML or JSON, in this site's vocabulary. @throws ScenarioError */
export function readScenario(source: string): Scenario {
  if (utf8Length(source) > MAX_SCENARIO_BYTES)
    throw new ScenarioError([{ path: '', message: `is larger than ${MAX_SCENARIO_BYTES} bytes` }])
  const text = translate(source, SPOKEN)
  return validJson(text) ?? fromYaml(text)
}

/** The scenario in a JSON text, as links have it. Undefined for other texts, and for errors, which are found with their positions in YAML. */
function validJson(text: string): Scenario | undefined {
  try {
    const { value, duplicates } = decodeJson(text)
    const valid = duplicates.length === 0 && SCENARIO_SHAPE.check(value, []).length === 0
    return valid ? (value as unknown as Scenario) : undefined
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RangeError) return undefined
    throw error
  }
}

/** @throws ScenarioError */
function fromYaml(text: string): Scenario {
  const lines = new LineCounter()
  const document = parsed(text, lines)
  const at = (offset: number | undefined) => {
    if (offset === undefined) return {}
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  if (document.errors.length > 0)
    throw new ScenarioError(
      document.errors.slice(0, MAX_PROBLEMS).map(({ message, pos }) => ({
        path: '',
        message: message.split('\n')[0] ?? message,
        ...at(pos[0]),
      })),
    )
  const value = valueOf(document)
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > 1)
    throw new ScenarioError([
      { path: 'format', message: `is ${format}: this version of Orchard reads format 1. Use a newer one.` },
    ])
  const problems = SCENARIO_SHAPE.check(value, [])
  if (problems.length > 0)
    throw new ScenarioError(
      problems.slice(0, MAX_PROBLEMS).map((problem) => ({
        path: pathText(problem.path),
        message: problem.message,
        ...at(offsetOf(document.contents, problem)),
      })),
    )
  return value as Scenario
}

type Parsed = ReturnType<typeof parseDocument>

function parsed(source: string, lineCounter: LineCounter): Parsed {
  try {
    return parseDocument(source, { lineCounter, uniqueKeys: true })
  } catch (error) {
    if (error instanceof RangeError) throw new ScenarioError([{ path: '', message: 'is nested too deep' }])
    throw error
  }
}

function valueOf(document: Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const message = error instanceof RangeError ? 'is nested too deep' : 'repeats parts of itself too often'
    throw new ScenarioError([{ path: '', message }])
  }
}

const pathText = (path: readonly (string | number)[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text ? `${text}.${part}` : part
  }, '')

/** Offset of the innermost existing node on a problem's path. */
function offsetOf(root: Node | null, { path }: ShapeProblem): number | undefined {
  let node: Node | null | undefined = root
  let offset = node?.range?.[0]
  for (const part of path) {
    if (!isCollection(node)) break
    const key = isMap(node) ? node.items.find((pair) => String(pair.key) === String(part))?.key : undefined
    node = node.get(part, true)
    offset = (key as Node | undefined)?.range?.[0] ?? node?.range?.[0] ?? offset
  }
  return offset
}
