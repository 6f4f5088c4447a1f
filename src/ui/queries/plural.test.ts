import { expect, test } from 'vitest'
import { pluralOf } from './plural'

test.each([
  ['Pod', 'pods', 'Pods'],
  ['Ingress', 'ingresses', 'Ingresses'],
  ['NetworkPolicy', 'networkpolicies', 'NetworkPolicies'],
  ['CSIStorageCapacity', 'csistoragecapacities', 'CSIStorageCapacities'],
  ['Endpoints', 'endpoints', 'Endpoints'],
  ['Person', 'people', 'Person'],
])('%s (%s) is titled %s', (kind, resource, plural) => {
  expect(pluralOf({ kind, resource })).toBe(plural)
})
