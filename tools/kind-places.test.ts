import { expect, test } from 'vitest'
import { kindPlaces } from './kind-places.mjs'

const { describes, uses } = kindPlaces({ group: 'policy', kind: 'pod-disruption-budget' })

test('beside its folder, a kind is described by the facts of its types alone', () => {
  expect(describes).toEqual(
    ['binary-messages', 'merge-markers', 'overlay', 'scalar-formats'].map((name) => `tools/generate/data/${name}.json`),
  )
})

test('no registry and no table of the API names it by hand: what does, works with its objects', () => {
  expect(uses.filter((path) => /^src\/(?:api|registry|server|store|managed-fields|client|names)\//.test(path))).toEqual(
    [
      // The eviction of a pod asks its budgets, and a gate switches the controller of budgets.
      'src/api/kinds/core/pod/pod-eviction.ts',
      'src/api/releases/gates.ts',
      'src/server/handlers/pod-actions.ts',
    ],
  )
})

test('who uses it is found', () => {
  expect(uses).toContain('src/controllers/disruption.ts')
  expect(uses).toContain('src/orchctl/describe/kinds.ts')
})
