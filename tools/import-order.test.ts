import { Linter } from 'eslint'
import { expect, test } from 'vitest'
import { importOrder } from './import-order.mjs'

const CONFIG: Linter.Config = {
  plugins: { orchard: { rules: { 'import-order': importOrder } } },
  rules: { 'orchard/import-order': 'error' },
}
const fixed = (...lines: string[]) => {
  const { output, messages } = new Linter().verifyAndFix(lines.join('\n'), CONFIG)
  return { lines: output.split('\n'), problems: messages.length }
}

test('packages come first, then other folders, then the own one; within a group the order stays', () => {
  const { lines, problems } = fixed(
    "import { own } from './own'",
    "import { z } from 'z'",
    "import { shared } from '../shared'",
    "import { a } from 'node:a'",
  )
  expect(lines).toEqual([
    "import { z } from 'z'",
    "import { a } from 'node:a'",
    "import { shared } from '../shared'",
    "import { own } from './own'",
  ])
  expect(problems).toBe(0)
})

test('comments above an import move with it', () => {
  expect(
    fixed("import { own } from './own'", '// Why this package.', '// Another line.', "import { z } from 'z'").lines,
  ).toEqual(['// Why this package.', '// Another line.', "import { z } from 'z'", "import { own } from './own'"])
})

test('imports without a name stay where they are, and nothing moves past them', () => {
  const lines = ["import { own } from './own'", "import './styles.css'", "import { z } from 'z'"]
  expect(fixed(...lines)).toEqual({ lines, problems: 0 })
})

test('an import with a comment at its end is reported and left to the author', () => {
  const lines = ["import { own } from './own' // first", "import { z } from 'z'"]
  expect(fixed(...lines)).toEqual({ lines, problems: 1 })
})
