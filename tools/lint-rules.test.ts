import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'orchard-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Config {
  rules: Record<string, unknown>
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}

/** The configuration of this house for files outside of it: without rules that need types, which need a project. */
const { overrides, rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as Config
const needsNoTypes = ([name]: [string, unknown]): boolean => !name.startsWith('typescript/')
const config = {
  jsPlugins: [join(root, 'tools', 'lint-rules.mjs')],
  categories: { correctness: 'off' },
  rules: Object.fromEntries(Object.entries(rules).filter(needsNoTypes)),
  overrides: overrides.map((one) => ({
    ...one,
    rules: Object.fromEntries(Object.entries(one.rules).filter(needsNoTypes)),
  })),
}
writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))

/** The linter's findings in a file at `path`, as `rule: message`, and the fixed text. */
function lint(path: string, text: string): { found: string[]; fixed: string } {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  let output: string
  try {
    output = execFileSync(process.execPath, [program, '--fix', '--format=json', path], {
      cwd: folder,
      encoding: 'utf8',
    })
  } catch (error) {
    // It exits with 1 when it finds something.
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; message: string }[] }
  return { found: diagnostics.map(({ code, message }) => `${code}: ${message}`), fixed: readFileSync(file, 'utf8') }
}

const USES = '/** Used. */ export const uses = [own, shared, z, a]'

test.each<[string, string[], string[], number]>([
  [
    'packages come first, then other folders, then the own one; within a group the order stays',
    [
      "import { own } from './own'",
      "import { z } from 'z'",
      "import { shared } from '../shared'",
      "import { a } from 'node:a'",
      USES,
    ],
    [
      "import { z } from 'z'",
      "import { a } from 'node:a'",
      "import { shared } from '../shared'",
      "import { own } from './own'",
      USES,
    ],
    0,
  ],
  [
    'comments above an import move with it',
    [
      "import { own } from './own'",
      '// Why this package.',
      '// Another line.',
      "import { z } from 'z'",
      '/** Used. */ export const uses = [own, z]',
    ],
    [
      '// Why this package.',
      '// Another line.',
      "import { z } from 'z'",
      "import { own } from './own'",
      '/** Used. */ export const uses = [own, z]',
    ],
    0,
  ],
  [
    'imports without a name stay where they are, and nothing moves past them',
    [
      "import { own } from './own'",
      "import './styles.css'",
      "import { z } from 'z'",
      '/** Used. */ export const uses = [own, z]',
    ],
    [
      "import { own } from './own'",
      "import './styles.css'",
      "import { z } from 'z'",
      '/** Used. */ export const uses = [own, z]',
    ],
    0,
  ],
  [
    'an import with a comment at its end is reported and left to the author',
    ["import { own } from './own' // first", "import { z } from 'z'", '/** Used. */ export const uses = [own, z]'],
    ["import { own } from './own' // first", "import { z } from 'z'", '/** Used. */ export const uses = [own, z]'],
    1,
  ],
])('%s', (_, lines, expected, problems) => {
  const { found, fixed } = lint('src/order.ts', lines.join('\n'))
  expect(fixed.split('\n')).toEqual(expected)
  expect(found).toHaveLength(problems)
})

const RELEASES = /Releases are compared in src\/api\/releases only/
const STYLE = /A style that never changes belongs in a class/
const SIZE = /Controls have the size of the theme/

test.each<[string, string, string, RegExp | undefined]>([
  ['a comparison of releases', 'src/a.ts', 'export const f = (release: number) => release >= 22', RELEASES],
  ['one of a member', 'src/a.ts', 'export const f = (of: { minor: number }) => of.minor === 22', RELEASES],
  ['a release that is missing', 'src/a.ts', 'export const f = (release?: number) => release === undefined', undefined],
  ['a release as a constant', 'src/a.ts', 'export const FIELD_SINCE = 22', RELEASES],
  ['a span of one fact', 'src/a.ts', 'export const STATUS = { since: 27 }', /is a row of the ledger/],
  ['a span in a table', 'src/a.ts', "export const ROWS = [{ name: 'a', span: { since: 27 } }]", undefined],
  ['a comparison in the ledger', 'src/api/releases/a.ts', 'export const f = (minor: number) => minor > 1', undefined],
  ['a comparison in a test', 'src/a.test.ts', 'export const f = (minor: number) => minor > 1', undefined],
  ['a style that is written down', 'src/ui/A.tsx', 'export const A = () => <p style={{ color: "red" }} />', STYLE],
  ['a measured style', 'src/ui/A.tsx', 'export const A = () => <p style={measures({ x: 1 })} />', undefined],
  ['a control of its own size', 'src/ui/A.tsx', 'export const A = () => <Button size="lg" />', SIZE],
  ['a small button', 'src/ui/A.tsx', 'export const A = () => <Button size="compact-sm" />', undefined],
  [
    'a wait for what is a promise',
    'e2e/a.spec.ts',
    'export const f = (page: Page) => page.waitForFunction(async () => true)',
    /use untilOnPage\(\)/,
  ],
  [
    'a long function',
    'src/ui/a.ts',
    `export function f() {\n${'  g()\n'.repeat(80)}}`,
    /has 82 lines of code; at most 80/,
  ],
  [
    'a long component',
    'src/ui/A.tsx',
    `export function A() {\n${'  g()\n'.repeat(119)}}`,
    /has 121 lines of code; at most 120/,
  ],
  [
    'a long function beside a component',
    'src/ui/A.tsx',
    `const f = () => {\n${'  g()\n'.repeat(79)}}\nf()`,
    /has 81 lines of code; at most 80/,
  ],
  ['a component', 'src/ui/A.tsx', `export function A() {\n${'  g()\n'.repeat(118)}}`, undefined],
  [
    'a long function outside of the interface',
    'src/a.ts',
    `const f = () => {\n${'  g()\n'.repeat(79)}}\nf()`,
    /has 81 lines/,
  ],
  ['a long test', 'e2e/a.spec.ts', `test('x', () => {\n${'  g()\n'.repeat(79)}})`, /has 81 lines/],
  ['a long suite of short tests', 'e2e/a.spec.ts', `test.describe('x', () => {\n${'  g()\n'.repeat(79)}})`, undefined],
  ['blank lines and comments', 'src/a.ts', `const f = () => {\n${'  g()\n\n  // Why.\n'.repeat(78)}}\nf()`, undefined],
  ['a global that is easily meant for another', 'src/a.ts', 'export const f = () => event', /event/],
  ['a variable without use', 'src/a.ts', 'export const f = (a: number, b: number) => a', /'b'/],
  ['a parameter that is said to be without use', 'src/a.ts', 'export const f = (_a: number) => 1', undefined],
])('%s', (_, path, text, expected) => {
  // Only the last test is about docstrings.
  const { found } = lint(path, `${text.replace(/^export /, '/** Documented. */ export ')}\n`)
  if (expected) expect(found).toEqual([expect.stringMatching(expected)])
  else expect(found).toEqual([])
})

const UNDOCUMENTED = /An export needs a docstring/

test.each<[string, string, string, RegExp | undefined]>([
  ['an export without a docstring', 'src/a.ts', 'export const f = 1', UNDOCUMENTED],
  ['an export with another comment', 'src/a.ts', '// Why.\nexport const f = 1', UNDOCUMENTED],
  ['a docstring', 'src/a.ts', '/** One. */\nexport const f = 1', undefined],
  [
    'overloads with one docstring',
    'src/a.ts',
    '/** One. */\nexport function f(a: 1): 1\nexport function f(a: 2): 2\nexport function f(a: unknown) {\n  return a\n}',
    undefined,
  ],
  ['an export of a test', 'src/a.test.ts', 'export const f = 1', undefined],
])('%s', (_, path, text, expected) => {
  const { found } = lint(path, `${text}\n`)
  if (expected) expect(found).toEqual([expect.stringMatching(expected)])
  else expect(found).toEqual([])
})
