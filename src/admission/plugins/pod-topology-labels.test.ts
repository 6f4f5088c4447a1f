import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { podTopologyLabels } from './pod-topology-labels'

const ZONE = 'topology.orch.io/zone'
const PLACE = { [ZONE]: 'a', 'topology.orch.io/region': 'r' }
const NODE = { metadata: { name: 'n', labels: { ...PLACE, other: 'x' } } }
const pod = (spec: object, labels?: object) => ({ metadata: { name: 'p', ...(labels && { labels }) }, spec })
const binding = (target: object) => ({ metadata: { name: 'p' }, target })

test.each<[string, string, object, number, object | undefined]>([
  ['a pod with its node', 'pods', pod({ nodeName: 'n' }), 35, PLACE],
  ['a pod that says where it is', 'pods', pod({ nodeName: 'n' }, { [ZONE]: 'mine' }), 35, { ...PLACE, [ZONE]: 'mine' }],
  ['a pod without a node', 'pods', pod({}), 35, undefined],
  ['a pod on a node that is not there', 'pods', pod({ nodeName: 'm' }), 35, undefined],
  ['a binding', 'pods/binding', binding({ kind: 'Node', name: 'n' }), 35, PLACE],
  ['a binding to something else', 'pods/binding', binding({ kind: 'Other', name: 'n' }), 35, undefined],
  ['another subresource', 'pods/eviction', pod({ nodeName: 'n' }), 35, undefined],
  ['a pod where the gate is off', 'pods', pod({ nodeName: 'n' }), 34, undefined],
])('%s', async (_, of, object, release, labels) => {
  const stage = new AdmissionStage(release).put('nodes', NODE)
  const made = await stage.pass(podTopologyLabels(stage.environment), { of, object })
  expect(made?.metadata.labels).toEqual(labels)
})
