import { expect, test } from 'vitest'
import { filled, kindContext, refusals, updateRefusals } from '../../../testing/kinds'
import type { KindBehaviour } from '../../kind'
import type { KindContext } from '../../kind-context'
import { csiDriver } from './csi-driver/csi-driver'
import { csiNode } from './csi-node/csi-node'

const early = kindContext({ release: 20 })
const driver = (more: object) => ({ spec: { drivers: [{ name: 'd', nodeID: 'n', ...more }] } })

test.each<[string, KindBehaviour, object, string[]]>([
  ['a policy that is empty', csiDriver, { spec: { fsGroupPolicy: '' } }, ['NotSupported spec.fsGroupPolicy']],
  ['a node with a long name', csiNode, driver({ nodeID: 'n'.repeat(129) }), ['Invalid spec.drivers[0].nodeID']],
  [
    'keys of no name',
    csiNode,
    driver({ topologyKeys: ['a', '', 'a', '-'] }),
    ['Duplicate spec.drivers[0]', 'Invalid spec.drivers[0]', 'Required spec.drivers[0]'],
  ],
])('%s', (_, kind, body, expected) => expect(refusals(kind, body, early)).toEqual(expected))

const later = kindContext({ release: 21 })
test.each<[string, KindBehaviour, object, object, KindContext, string[]]>([
  ['a whole driver', csiDriver, { spec: {} }, { spec: { fsGroupPolicy: 'None' } }, early, ['Invalid spec']],
  [
    'the policy of groups',
    csiDriver,
    { spec: {} },
    { spec: { fsGroupPolicy: 'None' } },
    later,
    ['Invalid spec.fsGroupPolicy'],
  ],
  [
    'telling the capacity',
    csiDriver,
    { spec: {} },
    { spec: { storageCapacity: true } },
    later,
    ['Invalid spec.storageCapacity'],
  ],
  ['the driver of a node', csiNode, driver({}), driver({ nodeID: 'm' }), early, ['Invalid CSINodeDriver']],
])('%s is immutable', (_, kind, body, change, context, expected) =>
  expect(
    updateRefusals(kind, filled(kind, body, context), (draft) => void Object.assign(draft, change), context),
  ).toEqual(expected),
)
