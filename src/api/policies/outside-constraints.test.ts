import { expect, it } from 'vitest'
import type { BenchRequest } from './bench-request'
import { outsideConstraints } from './outside-constraints'
import type { MatchResources } from './policy'

const rule = (more: object = {}) => ({
  ...{ operations: ['CREATE', 'UPDATE'], apiGroups: ['apps'], apiVersions: ['v1'], resources: ['deployments'] },
  ...more,
})
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' }
const object = { metadata: { name: 'shop', namespace: 'web', labels: { app: 'shop' } } }
const RULE = 'no rule of matchConstraints names this operation on this resource'

it.each<[string, MatchResources, Partial<BenchRequest>, string | undefined]>([
  ['a rule names it', {}, {}, undefined],
  ['another operation', {}, { operation: 'DELETE' }, RULE],
  ['every operation', { resourceRules: [rule({ operations: ['*'] })] }, { operation: 'DELETE' }, undefined],
  ['another resource', {}, { resource: { group: '', version: 'v1', resource: 'pods' } }, RULE],
  ['another version', {}, { resource: { ...deployments, version: 'v1beta1' } }, undefined],
  ['another version, exactly', { matchPolicy: 'Exact' }, { resource: { ...deployments, version: 'v1beta1' } }, RULE],
  ['a resource that is not known', {}, { resource: undefined }, undefined],
  ['a subresource that no rule names', {}, { subResource: 'scale' }, RULE],
  ['a subresource', { resourceRules: [rule({ resources: ['*/scale'] })] }, { subResource: 'scale' }, undefined],
  ['some subresource', { resourceRules: [rule({ resources: ['deployments/scale'] })] }, {}, undefined],
  ['another name', { resourceRules: [rule({ resourceNames: ['other'] })] }, {}, RULE],
  ['another scope', { resourceRules: [rule({ scope: 'Cluster' })] }, {}, RULE],
  [
    'an excluded name',
    { excludeResourceRules: [rule({ resourceNames: ['shop'] })] },
    {},
    'excludeResourceRules names it',
  ],
  [
    'other labels',
    { objectSelector: { matchLabels: { app: 'other' } } },
    {},
    'the object does not have the labels of objectSelector',
  ],
  [
    'labels before the change',
    { objectSelector: { matchLabels: { app: 'shop' } } },
    { object: { metadata: { name: 'shop', namespace: 'web' } }, oldObject: object },
    undefined,
  ],
  [
    'another namespace',
    { namespaceSelector: { matchLabels: { env: 'prod' } } },
    { namespaceObject: { metadata: { name: 'web', labels: { env: 'test' } } } },
    'the namespace does not have the labels of namespaceSelector',
  ],
  ['a namespace that is not known', { namespaceSelector: { matchLabels: { env: 'prod' } } }, {}, undefined],
])('%s', (_, constraints, more, why) => {
  const matchConstraints = { resourceRules: [rule()], ...constraints }
  const { resource = deployments, ...rest } = more
  const known = 'resource' in more && more.resource === undefined ? {} : { resource }
  expect(outsideConstraints({ matchConstraints }, { operation: 'CREATE', object, ...known, ...rest })).toBe(why)
})
