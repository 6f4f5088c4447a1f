import { expect, test } from 'vitest'
import { allOf } from './channel'
import { parseInput, ShellMistake } from './parse'
import { type Program, runPipelines, type Shell } from './run-pipelines'

const files = new Map<string, string>()
const say: Program = (args, { out }) => {
  out(`${args.join(' ')}\n`)
  return Promise.resolve(0)
}
const count: Program = async (_args, { out, signal }) => {
  for (let i = 1; !signal.aborted; i++) {
    out(`line ${i}\n`)
    await Promise.resolve()
  }
  return 130
}
const show: Program = async (_args, { out, input }) => {
  out(await allOf(input))
  return 0
}
const fail: Program = (_args, { err }) => {
  err('no\n')
  return Promise.resolve(1)
}
const shell: Shell = {
  programs: { say, count, show, fail },
  read: (file) => {
    const text = files.get(file)
    return text === undefined ? Promise.reject(new Error(`${file}: no such file`)) : Promise.resolve(text)
  },
  write: (file, text, append) => Promise.resolve(void files.set(file, (append ? (files.get(file) ?? '') : '') + text)),
  hint: (word) => (word === 'sa' ? 'Did you mean say?' : undefined),
}

async function type(input: string): Promise<{ out: string; err: string; code: number }> {
  const printed = { out: '', err: '' }
  const parsed = parseInput(input, { '?': '0', NAME: 'web' })
  if (!parsed.complete) throw new Error(`still open: ${parsed.open}`)
  const code = await runPipelines(
    shell,
    parsed.pipelines,
    (text) => void (printed.out += text),
    (text) => void (printed.err += text),
    new AbortController().signal,
  )
  return { ...printed, code }
}

/** Lines with their output, and their exit code if it is not 0. */
const LINES: readonly (readonly [line: string, out: string, code?: number])[] = [
  ['say a b', 'a b\n'],
  [`say 'a  b' "c $NAME" \\$NAME ${'${NAME}'}s '$NAME'`, 'a  b c web $NAME webs $NAME\n'],
  ['say a b c | wc -w', '3\n'],
  ['say "b\na\nb" | sort -u', 'a\nb\n'],
  ['say "b\na\nb" | sort | uniq -c | sort -rn | head -n 1', '      2 b\n'],
  ['say "a 10\nb 9" | sort -k2 -n', 'b 9\na 10\n'],
  ['say "x\ny\nz" | tail -2', 'y\nz\n'],
  ['say "web-1\ndb\nweb-2" | grep web', 'web-1\nweb-2\n'],
  ['say "web-1\ndb\nWeb-2" | grep -ic web', '2\n'],
  ['say "a\nb" | grep -v a', 'b\n'],
  ['say "a\nb" | grep -n b', '2:b\n'],
  ['say "a=1,b=2" | grep -oE "[a-z]=[0-9]"', 'a=1\nb=2\n'],
  ['say a | grep b', '', 1],
  ['count | head -3', 'line 1\nline 2\nline 3\n'],
  ['count | grep 7 | head -1', 'line 7\n'],
  ['say "a:b:c" | cut -d: -f2', 'b\n'],
  ['say \'{"a":[1,2]}\' | jq -c .a', '[1,2]\n'],
  ['fail && say yes', '', 1],
  ['fail || say no', 'no\n'],
  ['say a; say b', 'a\nb\n'],
  ['say a # and more', 'a\n'],
  ['show <<EOF\nkind: A\n  b: |\nEOF', 'kind: A\n  b: |\n'],
]

test.each(LINES.map(([line, out, code = 0]) => [line, out, code] as const))('%s', async (line, out, code) => {
  expect(await type(line)).toMatchObject({ out, code })
})

test('files are written, added to and read', async () => {
  await type('say one > a.txt')
  await type('say two >> a.txt')
  await type('show <<EOF > b.txt\nthree\nEOF')
  expect(await type('show < a.txt')).toMatchObject({ out: 'one\ntwo\n' })
  expect(await type('grep t a.txt b.txt')).toMatchObject({ out: 'two\nthree\n' })
  expect(await type('show < missing')).toMatchObject({ err: 'missing: no such file\n', code: 1 })
})

test('an unknown program is refused with a suggestion', async () => {
  expect(await type('sa x')).toMatchObject({ err: 'sa: command not found. Did you mean say?\n', code: 2 })
})

test.each([['say "a'], ["say 'a"], ['say a |'], ['say a &&'], ['say \\'], ['show <<EOF\na']])(
  '%s continues in the next line',
  (line) => {
    expect(parseInput(line).complete).toBe(false)
  },
)

test.each([['| say'], ['say >'], ['say a | | say']])('%s is a mistake', (line) => {
  expect(() => parseInput(line)).toThrow(ShellMistake)
})
