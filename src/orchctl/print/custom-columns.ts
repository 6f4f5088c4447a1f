import { isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { CommandError, PrintStopped } from '../core/errors'
import { printValue } from './go-value'
import { JsonPath, relaxedPath } from './jsonpath'
import { formatRows } from './tabwriter'

/** User-defined columns: `NAME:.metadata.name,SIZE:.data.size`. */
export class CustomColumns {
  private readonly columns: readonly { readonly header: string; readonly path: string }[]
  private readonly widths: number[] = []
  private headed: boolean

  /** @throws CommandError for invalid columns */
  constructor(spec: string, headers: boolean) {
    if (spec === '') throw new CommandError('custom-columns format specified but no custom columns given')
    this.columns = spec.split(',').map((part) => {
      const at = part.indexOf(':')
      if (at < 0) throw new CommandError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`)
      return { header: part.slice(0, at), path: relaxedPath(part.slice(at + 1)) }
    })
    this.headed = !headers
  }

  /** @throws PrintStopped for an invalid path, or one that fails on an object, with the rows before it */
  print(object: ApiObject): string {
    const { items } = object
    const objects: unknown[] = Array.isArray(items) ? items : [object]
    const rows: string[][] = this.headed ? [] : [this.columns.map(({ header }) => header)]
    this.headed = true
    try {
      const paths = this.columns.map(({ path }) => new JsonPath(path, true, false))
      for (const item of objects) rows.push(paths.map((path) => cell(path, item)))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      throw new PrintStopped(error.message, formatRows(rows, this.widths))
    }
    return formatRows(rows, this.widths)
  }
}

function cell(path: JsonPath, item: unknown): string {
  const found = path.find(item).flat()
  if (!isObject(item) || found.length === 0) return '<none>'
  return found.map((value) => printValue(value)).join(',')
}

/** Reads two lines: the headers, and a path below each. */
export function columnsFromFile(text: string, headers: boolean): CustomColumns {
  const [first = '', second = ''] = text.split('\n')
  const words = (line: string): string[] => line.split(/\s+/).filter(Boolean)
  const [names, paths] = [words(first), words(second)]
  if (names.length !== paths.length)
    throw new CommandError(`number of headers (${names.length}) and field specifications (${paths.length}) don't match`)
  return new CustomColumns(names.map((name, i) => `${name}:${paths[i] ?? ''}`).join(','), headers)
}
