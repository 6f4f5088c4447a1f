import { runJq } from '../jq/run-jq'
import { allOf, linesOf } from './channel'
import { ShellMistake } from './parse'

/** A program that reads a text and writes another. Returns its exit code. */
export type Filter = (args: readonly string[], input: AsyncIterable<string>) => AsyncGenerator<string, number>

interface Options {
  /** Letters of options that were given. */
  readonly on: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
  readonly rest: readonly string[]
}

/** Reads options of single letters; those in `valued` take a value. Words after them are the rest. */
function optionsOf(name: string, args: readonly string[], known: string, valued = ''): Options {
  const on = new Set<string>()
  const values = new Map<string, string>()
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ''
    if (word === '--') {
      rest.push(...args.slice(at + 1))
      break
    }
    if (!/^-./.test(word)) {
      rest.push(word)
      continue
    }
    if (/^-\d+$/.test(word) && valued.includes('n')) {
      values.set('n', word.slice(1))
      continue
    }
    for (let i = 1; i < word.length; i++) {
      const letter = word[i] ?? ''
      if (valued.includes(letter)) {
        values.set(letter, word.slice(i + 1) || (args[++at] ?? ''))
        break
      }
      if (!known.includes(letter)) throw new ShellMistake(`${name}: unknown option -${letter}`)
      on.add(letter)
    }
  }
  return { on, values, rest }
}

const numberIn = (name: string, values: ReadonlyMap<string, string>, letter: string, fallback: number): number => {
  const text = values.get(letter)
  if (text === undefined) return fallback
  if (!/^[+-]?\d+$/.test(text)) throw new ShellMistake(`${name}: ${text} is no number`)
  return Number(text)
}

function patternOf(text: string, { on }: Options): RegExp {
  const source = on.has('F') ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : on.has('E') ? text : basic(text)
  try {
    return new RegExp(on.has('w') ? `\\b(?:${source})\\b` : source, on.has('i') ? 'gi' : 'g')
  } catch {
    throw new ShellMistake(`grep: ${text} is no regular expression`)
  }
}

/** In basic expressions `\|` and `\(` are the special ones, and `|`, `+`, `?`, `(` and `{` mean themselves. */
const basic = (text: string): string =>
  text.replace(/\\([|+?(){}])|([|+?(){}])/g, (_all, special: string, plain: string) => special ?? `\\${plain}`)

async function* grep(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const options = optionsOf('grep', args, 'iIvncoEFwqrh', 'eABC')
  const text = options.values.get('e') ?? options.rest[0]
  if (text === undefined) throw new ShellMistake('grep: say what to look for, as in: grep web')
  const pattern = patternOf(text, options)
  const { on, values } = options
  const after = numberIn('grep', values, 'A', numberIn('grep', values, 'C', 0))
  const before = numberIn('grep', values, 'B', numberIn('grep', values, 'C', 0))
  const kept: string[] = []
  let [number, count, more] = [0, 0, 0]
  for await (const line of linesOf(input)) {
    number++
    const found = [...line.matchAll(pattern)].map(([one]) => one)
    const head = on.has('n') ? `${number}:` : ''
    if (found.length > 0 !== on.has('v')) {
      count++
      if (on.has('q')) return 0
      more = after
      for (const old of kept.splice(0)) yield `${old}\n`
      if (on.has('o')) for (const one of found) yield `${head}${one}\n`
      else if (!on.has('c')) yield `${head}${line}\n`
    } else if (more > 0 && !on.has('c')) {
      more--
      yield `${head}${line}\n`
    } else if (before > 0) {
      kept.push(head + line)
      if (kept.length > before) kept.shift()
    }
  }
  if (on.has('c')) yield `${count}\n`
  return count > 0 ? 0 : 1
}

async function* head(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { values } = optionsOf('head', args, '', 'n')
  const most = numberIn('head', values, 'n', 10)
  if (most < 0) {
    for (const line of (await lines(input)).slice(0, most)) yield `${line}\n`
    return 0
  }
  let count = 0
  if (most > 0)
    for await (const line of linesOf(input)) {
      yield `${line}\n`
      if (++count >= most) break
    }
  return 0
}

async function* tail(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { values } = optionsOf('tail', args, '', 'n')
  const wanted = values.get('n') ?? '10'
  const size = Math.abs(numberIn('tail', values, 'n', 10))
  const all = await lines(input)
  // +N counts from the first line.
  const part = wanted.startsWith('+') ? all.slice(Math.max(0, size - 1)) : size === 0 ? [] : all.slice(-size)
  for (const line of part) yield `${line}\n`
  return 0
}

async function* wc(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { on } = optionsOf('wc', args, 'lwcm')
  const text = await allOf(input)
  const counts: readonly (readonly [string, number])[] = [
    ['l', text.split('\n').length - 1],
    ['w', text.split(/\s+/).filter(Boolean).length],
    ['c', on.has('m') ? [...text].length : new TextEncoder().encode(text).length],
  ]
  const shown = counts.filter(([letter]) => on.size === 0 || on.has(letter) || (letter === 'c' && on.has('m')))
  yield `${shown.map(([, count]) => (shown.length > 1 ? String(count).padStart(7) : String(count))).join(' ')}\n`
  return 0
}

async function* sort(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
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

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const lines = async (input: AsyncIterable<string>): Promise<string[]> => {
  const all: string[] = []
  for await (const line of linesOf(input)) all.push(line)
  return all
}

async function* uniq(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
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

async function* cut(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { values } = optionsOf('cut', args, 's', 'df')
  const wanted = (values.get('f') ?? '').split(',').filter(Boolean)
  if (wanted.length === 0) throw new ShellMistake('cut: say which fields, as in: cut -d: -f1')
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

async function* jq(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const { on, rest } = optionsOf('jq', args, 'rcseSn')
  const { text, code } = runJq(rest[0] ?? '.', await allOf(input), {
    raw: on.has('r'),
    compact: on.has('c'),
    slurp: on.has('s'),
    sortKeys: on.has('S'),
    exitStatus: on.has('e'),
    noInput: on.has('n'),
  })
  yield text
  return code
}

/** The programs that a line may be piped through. */
export const FILTERS: Readonly<Record<string, Filter>> = { grep, head, tail, wc, sort, uniq, cut, jq }
