import { expect, it } from 'vitest'
import type { Placement, PluginVerdict } from '../../../machinery/placement'
import { nearMisses, pluginsOf, words } from './pending-model'

const verdict = (plugin: string, reason?: string, near?: string): PluginVerdict => ({
  plugin,
  reasons: reason ? [reason] : [],
  ...(near && { near: [near] }),
})
const placement: Placement = {
  namespace: 'default',
  name: 'big',
  uid: 'u',
  at: 0,
  message: '',
  total: 2,
  nodes: [
    {
      node: 'node-1',
      fits: false,
      verdicts: [verdict('NodeName'), verdict('NodeResourcesFit', 'Insufficient cpu', '200m less cpu')],
    },
    {
      node: 'node-2',
      fits: false,
      verdicts: [verdict('NodeName', 'other'), verdict('NodeResourcesFit', 'Insufficient cpu', '1m less cpu')],
    },
  ],
}

it('names nodes that fit but for an amount, and no others', () => {
  expect(nearMisses(placement)).toEqual([{ node: 'node-1', near: '200m less cpu' }])
})

it('puts plugins first that refuse', () => {
  const [first] = placement.nodes
  expect(pluginsOf({ ...placement, nodes: first ? [first] : [] })).toEqual(['NodeResourcesFit', 'NodeName'])
  expect(words('NodeResourcesFit')).toBe('Node Resources Fit')
})
