// What the controller tells about budgets, with pods that only the test changes.
import { expect, it } from 'vitest'
import { timestamp } from '../machinery/clock'
import { world } from '../testing/controller-world'
import { disruption } from './disruption'

it.each([
  ['waits', 60, []],
  [
    'tells and counts again after two minutes',
    121,
    ["Warning NotDeleted Pod was expected by PDB n/b to be deleted but it wasn't"],
  ],
])('for the deletion of an evicted pod it %s', async (_, seconds, told) => {
  const cluster = world()
  const evicted = timestamp(cluster.clock.now() - seconds * 1000)
  cluster.api.put('poddisruptionbudgets', {
    metadata: { name: 'b', namespace: 'n', generation: 1 },
    spec: { minAvailable: 0, selector: { matchLabels: { app: 'x' } } },
    status: { disruptedPods: { p: evicted } },
  })
  cluster.api.put('pods', {
    metadata: { name: 'p', namespace: 'n', labels: { app: 'x' } },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  })
  await cluster.start(disruption, { release: 20, feature: (gate) => gate === 'PodDisruptionBudget' })
  expect(cluster.api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))).toEqual(told)
  expect(cluster.api.get('poddisruptionbudgets', 'n', 'b')?.status).toMatchObject({ currentHealthy: told.length })
})

it.each([[20, 'Foo', 'no matches for kind "Foo" in version "example.com/v1"']])(
  'in release 1.%i says why the scale of a %s is not known',
  async (release, kind, why) => {
    const cluster = world()
    cluster.api.put('poddisruptionbudgets', {
      metadata: { name: 'b', namespace: 'n', generation: 1 },
      spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'x' } } },
    })
    const owner = { apiVersion: 'example.com/v1', kind, name: 'o', uid: 'u', controller: true }
    cluster.api.put('pods', { metadata: { name: 'p', namespace: 'n', labels: { app: 'x' }, ownerReferences: [owner] } })
    await cluster.start(disruption, { release, feature: (gate) => gate === 'PodDisruptionBudget' })
    expect(cluster.api.list('events').map(({ reason, message }) => [reason, message].join(' '))).toEqual([
      `CalculateExpectedPodCountFailed Failed to calculate the number of expected pods: ${why}`,
    ])
  },
)
