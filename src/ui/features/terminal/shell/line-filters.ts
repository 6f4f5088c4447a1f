import { byText } from '../../../../machinery/by-text'
import { linesOf } from './channel'
import { optionsOf } from './filter-options'
import { ShellMistake } from './parse'

/** `sort`: by whole lines or a column (`-k`, `-t`); `-r`, `-n`, `-u`, `-f`, `-b`, `-V` as usual. */
export async function* sort(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { on, values } = optionsOf('sort', args, 'rnufbV', 'kt')
  const column = Number.parseInt(values.get('k') ?? '0', 10)
  const split = values.get('t')
  const key = (line: string): string => {
    if (!column) return line
    const columns = split === undefined ? line.trim().split(/\s+/) : line.split(split)
    return columns.slice(column - 1).join(split ?? ' ')
  }
  const number = (line: string): number => Number.parseFloat(key(line)) || 0
  const compare = (a: string, b: string): number =>
    on.has('n')
      ? number(a) - number(b)
      : on.has('V')
        ? key(a).localeCompare(key(b), 'en', { numeric: true })
        : on.has('f')
          ? byText(key(a).toLowerCase(), key(b).toLowerCase())
          : byText(key(a), key(b))
  let sorted = (await lines(input)).sort((a, b) => compare(a, b) || byText(a, b))
  if (on.has('r')) sorted.reverse()
  if (on.has('u')) sorted = [...new Set(sorted)]
  for (const line of sorted) yield `${line}\n`
  return 0
}

/** All lines of a stream. */
export const lines = async (input: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const line of linesOf(input)) all.push(line)
  return all
}

/** `uniq`: neighbouring lines that are equal, once. */
export async function* uniq(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { on } = optionsOf('uniq', args, 'cd')
  const groups: { line: string; count: number }[] = []
  for await (const line of linesOf(input)) {
    const last = groups.at(-1)
    if (last?.line === line) last.count++
    else groups.push({ line, count: 1 })
  }
  for (const { line, count } of groups)
    if (!on.has('d') || count > 1) yield on.has('c') ? `${String(count).padStart(7)} ${line}\n` : `${line}\n`
  return 0
}

/** `cut`: columns of each line. */
export async function* cut(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { values } = optionsOf('cut', args, 's', 'df')
  const wanted = (values.get('f') ?? '').split(',').filter(Boolean)
  if (wanted.length === 0) throw new ShellMistake('cut: missing fields, as in: cut -d: -f1')
  const mark = values.get('d') || '\t'
  for await (const line of linesOf(input)) {
    const columns = line.split(mark)
    const chosen = columns.filter((_column, i) =>
      wanted.some((one) => {
        const [from = '', to] = one.split('-')
        return i + 1 >= (Number(from) || 1) && i + 1 <= (to === undefined ? Number(from) : Number(to) || Infinity)
      }),
    )
    yield `${columns.length > 1 ? chosen.join(mark) : line}\n`
  }
  return 0
}
