import { runJq } from '../jq/run-jq'
import { allOf, linesOf } from './channel'
import { ShellMistake } from './parse'
import { numberIn, optionsOf, patternOf } from './filter-options'
import { cut, lines, sort, uniq } from './line-filters'

/** A program that reads a text and writes another. Returns its exit code. */
export type Filter = (args: readonly string[], input: AsyncIterable<string>) => AsyncGenerator<string, number>

async function* grep(args: readonly string[], input: AsyncIterable<string>): AsyncGenerator<string, number> {
  const options = optionsOf('grep', args, 'iIvncoEFwqrh', 'eABC')
  const text = options.values.get('e') ?? options.rest[0]
  if (text === undefined) throw new ShellMistake('grep: missing pattern, as in: grep web')
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
