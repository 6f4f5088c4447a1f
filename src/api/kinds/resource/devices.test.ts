import { expect, test } from 'vitest'
import { convertFromHub, convertToHub } from '../../conversion/convert'

const GROUP = 'resource.orch.io'
const metadata = { name: 'a' }

// [version, kind, the old form of spec, the form of v1]
const CASES: [string, string, object, object][] = [
  [
    'v1beta1',
    'ResourceClaim',
    { devices: { requests: [{ name: 'r', deviceClassName: 'c', count: 2, allocationMode: 'ExactCount' }] } },
    {
      devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c', count: 2, allocationMode: 'ExactCount' } }] },
    },
  ],
  [
    'v1beta1',
    'ResourceClaim',
    { devices: { requests: [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'c' }] }] } },
    { devices: { requests: [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'c' }] }] } },
  ],
  [
    'v1alpha3',
    'ResourceClaimTemplate',
    { spec: { devices: { requests: [{ name: 'r', deviceClassName: 'c' }] } } },
    { spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c' } }] } } },
  ],
  [
    'v1beta1',
    'ResourceSlice',
    { driver: 'd', devices: [{ name: 'x', basic: { capacity: { memory: { value: '1Gi' } } } }] },
    { driver: 'd', devices: [{ name: 'x', capacity: { memory: { value: '1Gi' } } }] },
  ],
  [
    'v1alpha3',
    'ResourceSlice',
    { driver: 'd', devices: [{ name: 'x', basic: { capacity: { memory: '1Gi' } } }] },
    { driver: 'd', devices: [{ name: 'x', capacity: { memory: { value: '1Gi' } } }] },
  ],
  ['v1beta2', 'ResourceClaim', { devices: { requests: [{ name: 'r' }] } }, { devices: { requests: [{ name: 'r' }] } }],
]

test.each(CASES)('%s %s', (version, kind, spec, hub) => {
  const old = { apiVersion: `${GROUP}/${version}`, kind, metadata, spec }
  const current = { apiVersion: `${GROUP}/v1`, kind, metadata, spec: hub }
  expect(convertToHub(old, GROUP, version, kind)).toEqual(current)
  expect(convertFromHub(current, GROUP, version, kind)).toEqual(old)
})
