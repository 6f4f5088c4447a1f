import { expect, it } from 'vitest'
import { NODES } from '../client/core-targets'
import { startCluster } from '../testing/cluster'
import { until } from '../testing/until'
import { rangeFor } from './node-ttl'

it.each([
  [0, 0, 0],
  [100, 0, 0],
  [101, 0, 1],
  [95, 1, 1],
  [89, 1, 0],
  [95, 0, 0],
  [20_000, 0, 5],
])('%d nodes after range %d are in range %d', (nodes, before, range) => {
  expect(rangeFor(nodes, before)).toBe(range)
})

it.each([
  ['a new node', undefined, '0'],
  ['another value', '15', '0'],
  ['a value that is no number', 'soon', '0'],
  ['the right value in another form', '+0', '+0'],
])('sets the annotation: %s', async (_, told, expected) => {
  const cluster = await startCluster(['--controllers=ttl'])
  const annotations = told === undefined ? {} : { 'node.alpha.orch.io/ttl': told }
  await cluster.admin.create(NODES, { metadata: { name: 'n', annotations } })
  await cluster.admin.create(NODES, { metadata: { name: 'last' } })
  await until(
    () => cluster.admin.get(NODES, 'last'),
    ({ metadata }) => metadata.annotations !== undefined,
  )
  expect((await cluster.admin.get(NODES, 'n')).metadata.annotations).toEqual({ 'node.alpha.orch.io/ttl': expected })
  await cluster.stop()
})
