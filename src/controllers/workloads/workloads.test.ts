import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ACT_NAMES, play } from '../../testing/turns/play'

// More and longer runs: LIFE_RUNS=200 LIFE_SEED=5 npx vitest run src/controllers/workloads/workloads.test.ts
const RUNS = Number(process.env['LIFE_RUNS'] ?? 3)
const SEED = Number(process.env['LIFE_SEED'] ?? 18)

const turns = fc.array(fc.record({ act: fc.constantFrom(...ACT_NAMES), seed: fc.nat(1_000_000) }), {
  minLength: 20,
  maxLength: 40,
})

it(
  'after any turns controllers come to what each spec asks for, break no limit on the way, rest, and leave nothing behind',
  { timeout: Infinity },
  () =>
    fc.assert(
      fc.asyncProperty(turns, async (taken) => {
        expect(await play(taken)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    ),
)
