import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { FIRST_RELEASE, LAST_RELEASE } from './api/releases/rows'

const folder = (path: string): string[] => readdirSync(path).map((name) => join(path, name))
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...folder('docs'),
  ...folder('docs/how-to'),
  ...folder('docs/decisions'),
].filter((path) => path.endsWith('.md'))
const CONCRETE = /^(src|tools|docs|e2e)\/[\w./-]+$/

/** Paths in backticks, apart from examples of files that a reader will write. */
const pathsIn = (text: string): string[] =>
  Array.from(text.matchAll(/`([^`\s]+)`/g), ([, path = '']) => path).filter((path) => CONCRETE.test(path))
const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, path = '']) => path)

/** Files and symbols of the worked examples: the reader makes them. */
const EXAMPLES = new Set([
  'src/admission/plugins/deny-latest-tag.ts',
  'src/controllers/quota-reporter.ts',
  'src/ui/features/quotas/',
])

test('docs/README.md leads to every document', () => {
  const linked = linksIn(readFileSync('docs/README.md', 'utf8')).map((path) => join('docs', path))
  expect(DOCUMENTS.filter((path) => path !== 'docs/README.md' && !linked.includes(path))).toEqual([])
})

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8')
  it('names files that exist', () => {
    const missing = pathsIn(text).filter((path) => !EXAMPLES.has(path) && !existsSync(path))
    expect(missing).toEqual([])
  })
  it('links to documents that exist', () => {
    expect(linksIn(text).filter((path) => !existsSync(join(dirname(document), path)))).toEqual([])
  })
  it('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
    const commands = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test.each(['README.md', 'docs/architecture.md'])('%s names the releases that can be served', (document) => {
  const spans = Array.from(readFileSync(document, 'utf8').matchAll(/1\.(\d+)\s+to\s+1\.(\d+)/g), ([, from, to]) =>
    [from, to].map(Number),
  )
  expect(spans).toEqual([[FIRST_RELEASE, LAST_RELEASE]])
})

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n')

test.each([...folder('docs/how-to'), 'docs/glossary.md'])('%s names symbols that exist', (document) => {
  const text = readFileSync(document, 'utf8').replace(/```[^]*?```/g, '')
  const types = Array.from(text.matchAll(/`([A-Z][A-Za-z]+)(?:\.([a-z]\w+)\(\))?`/g), ([, type = '', member]) => [
    type,
    ...(member === undefined ? [] : [member]),
  ]).flat()
  const others = Array.from(text.matchAll(/`([a-z]+[A-Z][A-Za-z]+|[A-Z]+_[A-Z_]+)`/g), ([, name = '']) => name)
  const symbols = [...types, ...others]
  expect(symbols.filter((symbol) => !new RegExp(`\\b${symbol}\\b`).test(source))).toEqual([])
})

test('the table of rooms follows the rules', async () => {
  const { withRooms } = await import('../tools/docs.mjs')
  const text = readFileSync('docs/architecture.md', 'utf8')
  expect(withRooms(text)).toBe(text)
})
