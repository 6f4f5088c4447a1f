import { expect, it } from 'vitest'
import { MemoryReader } from '../testing/memory-reader'
import { request } from '../testing/rbac'
import { nodeRules } from './default-roles'
import { NodeAuthorizer } from './node'
import { NodeGraph } from './node-graph'

const SLICES = { group: 'resource.orch.io', resource: 'resourceslices' }
const ask = (text: string, fieldSelector: string | undefined, ownOnly: boolean) => {
  const reader = new MemoryReader()
  reader.put(SLICES, { metadata: { name: 'mine' }, spec: { nodeName: 'n1' } })
  reader.put(SLICES, { metadata: { name: 'other' }, spec: { nodeName: 'n2' } })
  reader.put(SLICES, { metadata: { name: 'shared' }, spec: { allNodes: true } })
  const authorizer = new NodeAuthorizer(new NodeGraph(reader, 34), nodeRules(34), ownOnly)
  return authorizer.authorize({
    ...request('system:node:n1', text.replace(/ |$/, ' resourceslices of resource.orch.io ').trim(), ['system:nodes']),
    ...(fieldSelector !== undefined && { fieldSelector }),
  })
}

const FOREIGN = "no relationship found between node 'n1' and this object"
const BROAD = 'can only list/watch/deletecollection resourceslices with nodeName field selector'

it.each<[string, string | undefined, boolean, string?]>([
  ['create', undefined, true],
  ['get named mine', undefined, true],
  ['patch named mine', undefined, true],
  ['delete named mine', undefined, true],
  ['update named other', undefined, false, FOREIGN],
  ['get named shared', undefined, false, FOREIGN],
  ['get named missing', undefined, false, FOREIGN],
  ['list', 'spec.nodeName=n1', true],
  ['watch', 'spec.driver=d,spec.nodeName=n1', true],
  ['deletecollection', 'spec.nodeName=n1', true],
  ['list', undefined, false, BROAD],
  ['watch', 'spec.nodeName=n2', false, BROAD],
  ['deletecollection', 'spec.nodeName!=n1', false, BROAD],
])('%s with %s: %s', (text, fieldSelector, allowed, reason = '') => {
  expect(ask(text, fieldSelector, true)).toEqual({ verdict: allowed ? 'allow' : 'no-opinion', reason })
})

it('without selectors nodes list all slices and still change only their own', () => {
  expect(ask('list', undefined, false).verdict).toBe('allow')
  expect(ask('deletecollection', undefined, false).verdict).toBe('allow')
  expect(ask('update named other', undefined, false).verdict).toBe('no-opinion')
})
