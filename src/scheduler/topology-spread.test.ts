import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { view } from './plugin.testing'
import { topologySpread } from './topology-spread'

const ZONE = 'zone'
const node = (name: string, zone: string | undefined, more: object = {}): ApiObject => ({
  metadata: { name, labels: { name, ...(zone && { [ZONE]: zone }) } },
  spec: more,
})
const on = (nodeName: string, labels: Record<string, string>): ApiObject => ({
  metadata: {
    name: `${nodeName}-${JSON.stringify(labels)}`,
    namespace: 'n',
    uid: `${nodeName} ${JSON.stringify(labels)}`,
    labels,
  },
  spec: { nodeName },
})
const WEB = { app: 'web' }
const constraint = (more: object = {}) => ({
  maxSkew: 1,
  topologyKey: ZONE,
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: WEB },
  ...more,
})
const TAINTED = { taints: [{ key: 'k', effect: 'NoSchedule' }] }

it.each<[string, ApiObject[], ApiObject[], object, string[]]>([
  ['the emptier zone', [node('a', 'x'), node('b', 'y')], [on('a', WEB)], {}, ['b']],
  ['any, as far as the skew goes', [node('a', 'x'), node('b', 'y')], [on('a', WEB)], { maxSkew: 2 }, ['a', 'b']],
  ['no node without the label', [node('a', 'x'), node('b', undefined)], [], {}, ['a']],
  ['none while there are too few zones', [node('a', 'x')], [on('a', WEB)], { minDomains: 2 }, []],
  [
    'as if zones that it must not use were none',
    [node('a', 'x'), node('b', 'y')],
    [on('a', WEB)],
    { only: 'a' },
    ['a', 'b'],
  ],
  [
    'as if they counted, where the constraint says so',
    [node('a', 'x'), node('b', 'y')],
    [on('a', WEB)],
    { only: 'a', nodeAffinityPolicy: 'Ignore' },
    ['b'],
  ],
  ['with tainted zones as with others', [node('a', 'x'), node('b', 'y', TAINTED)], [on('a', WEB)], {}, ['b']],
  [
    'without tainted zones, where the constraint says so',
    [node('a', 'x'), node('b', 'y', TAINTED)],
    [on('a', WEB)],
    { nodeTaintsPolicy: 'Honor' },
    ['a', 'b'],
  ],
  [
    'counting pods of its own version only',
    [node('a', 'x'), node('b', 'y')],
    [on('a', { ...WEB, version: '1' }), on('b', { ...WEB, version: '2' })],
    { matchLabelKeys: ['version'] },
    ['a'],
  ],
])('allows a pod on %s', (_, nodes, pods, { only, ...more }: { only?: string }, allowed) => {
  const pod: ApiObject = {
    metadata: { name: 'p', namespace: 'n', labels: { ...WEB, version: '2' } },
    spec: { topologySpreadConstraints: [constraint(more)], ...(only && { nodeSelector: { name: only } }) },
  }
  const world = view(pod, nodes, pods)
  const judge = topologySpread.prepare(world)
  expect(world.nodes.filter((one) => judge(one).length === 0).map(({ name }) => name)).toEqual(allowed)
})
