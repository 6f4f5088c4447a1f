import { expect, it } from 'vitest'
import { MemoryReader } from '../testing/memory-reader'
import { request } from '../testing/rbac'
import { nodeRules } from './default-roles'
import { NodeAuthorizer } from './node'
import { NodeGraph } from './node-graph'

const PODS = { group: '', resource: 'pods' }
const ask = (text: string, fieldSelector: string | undefined, ownOnly: boolean) => {
  const reader = new MemoryReader()
  reader.put(PODS, { metadata: { namespace: 'a', name: 'mine' }, spec: { nodeName: 'n1' } })
  reader.put(PODS, { metadata: { namespace: 'a', name: 'other' }, spec: { nodeName: 'n2' } })
  const authorizer = new NodeAuthorizer(new NodeGraph(reader, 32), nodeRules(32), ownOnly)
  return authorizer.authorize({
    ...request('system:node:n1', text, ['system:nodes']),
    ...(fieldSelector !== undefined && { fieldSelector }),
  })
}

it.each<[string, string | undefined, boolean, string?]>([
  ['get nodes named n1', undefined, true],
  ['watch nodes named n1', undefined, true],
  ['get nodes named n2', undefined, false, "node 'n1' cannot read 'n2', only its own Node object"],
  ['list nodes', undefined, false, "node 'n1' cannot read all nodes, only its own Node object"],
  ['create nodes', undefined, true],
  ['patch nodes/status named n1', undefined, true],
  ['delete nodes named n1', undefined, false, ''],
  ['get nodes/status named n1', undefined, false, ''],
  ['get pods in a named mine', undefined, true],
  ['get pods in a named other', undefined, false, "no relationship found between node 'n1' and this object"],
  ['list pods', 'spec.nodeName=n1', true],
  ['watch pods', 'status.phase=Running,spec.nodeName==n1', true],
  ['list pods', 'spec.nodeName!=n1', false, 'can only list/watch pods with spec.nodeName field selector'],
  ['list pods', 'spec.nodeName=n2', false, 'can only list/watch pods with spec.nodeName field selector'],
  ['list pods', undefined, false, 'can only list/watch pods with spec.nodeName field selector'],
  ['list pods in a named mine', undefined, true],
  ['create pods in a', undefined, true],
  ['delete pods in a named other', undefined, true],
  ['update pods/status in a named mine', undefined, true],
  ['create pods/eviction in a named mine', undefined, true],
  ['get pods/log in a named mine', undefined, false, ''],
  ['update pods in a named mine', undefined, false, ''],
])('%s with %s: %s', (text, fieldSelector, allowed, reason = '') => {
  expect(ask(text, fieldSelector, true)).toEqual({ verdict: allowed ? 'allow' : 'no-opinion', reason })
})

it('without selectors nodes read all nodes and pods', () => {
  expect(ask('list nodes', undefined, false).verdict).toBe('allow')
  expect(ask('list pods', undefined, false).verdict).toBe('allow')
})
