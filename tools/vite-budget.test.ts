import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { overBudget, scriptName } from './vite-budget'

it.each([
  ['assets/shell-B1a2-_4d.js', 'shell'],
  ['assets/control-plane.service-Da5YT87x.js', 'control-plane.service'],
  ['service-worker.js', 'service-worker'],
])('%s is %s', (file, name) => expect(scriptName(file)).toBe(name))

it('lists files above their compressed budget', () => {
  const scripts = new Map<string, string | Uint8Array>([
    ['assets/shell-12345678.js', randomBytes(3_000)],
    ['assets/small-12345678.js', randomBytes(900)],
    ['assets/repeats-12345678.js', 'x'.repeat(100_000)],
    ['assets/large-12345678.js', randomBytes(1_100)],
  ])
  const over = overBudget(scripts, { scripts: { shell: 2 }, others: 1 })
  expect(over).toEqual([
    expect.stringMatching(/shell.*3\.0 kB, budget 2 kB/),
    expect.stringMatching(/large.*budget 1 kB/),
  ])
})
