import { expect, test } from 'vitest'
import { ApiError } from '../../machinery/api-error'
import { AdmissionStage, type AskedOfStage } from '../../testing/admission-stage'
import { namespaceAutoProvision } from './namespace-auto-provision'
import { namespaceExists } from './namespace-exists'
import { namespaceLifecycle } from './namespace-lifecycle'

const map = { metadata: { name: 'a' } }
const namespace = (name: string, asked: Partial<AskedOfStage> = {}): AskedOfStage => ({
  of: 'namespaces',
  object: { metadata: { name } },
  name,
  namespace: name,
  ...asked,
})
const stage = () =>
  new AdmissionStage().put('namespaces', {
    metadata: { name: 'ending', deletionTimestamp: '2023-01-01T00:00:00Z' },
  })

test.each<[string, AskedOfStage, string]>([
  ['a creation', { of: 'configmaps', object: map }, 'passed'],
  [
    'a creation in a missing namespace',
    { of: 'configmaps', object: map, namespace: 'no' },
    '404 namespaces "no" not found',
  ],
  ['an update in a missing namespace', { of: 'configmaps', object: map, oldObject: map, namespace: 'no' }, '404'],
  ['a deletion in a missing namespace', { of: 'configmaps', oldObject: map, namespace: 'no' }, 'passed'],
  [
    'a creation in a terminating namespace',
    { of: 'configmaps', object: map, namespace: 'ending' },
    '403 configmaps "a" is forbidden',
  ],
  [
    'an update in a terminating namespace',
    { of: 'configmaps', object: map, oldObject: map, namespace: 'ending' },
    'passed',
  ],
  [
    'a name that is still to be made',
    { of: 'configmaps', object: { metadata: { generateName: 'a-' } }, namespace: 'ending' },
    '403 configmaps "a-" is forbidden',
  ],
  [
    'a review of access in a missing namespace',
    { of: 'authorization.orch.io/localsubjectaccessreviews', object: map, namespace: 'no' },
    'passed',
  ],
  ['something without a namespace', { of: 'nodes', object: map, namespace: '' }, 'passed'],
  ['a new namespace', namespace('new'), 'passed'],
  ...['default', 'orch-system', 'orch-public'].map((name): [string, AskedOfStage, string] => [
    `deletion of ${name}`,
    namespace(name, { operation: 'DELETE' }),
    `403 namespaces "${name}" is forbidden`,
  ]),
  ['deletion of another namespace', namespace('orch-node-lease', { operation: 'DELETE' }), 'passed'],
])('lifecycle: %s', async (_, asked, expected) => {
  const verdict = await stage().verdict(namespaceLifecycle(stage().environment), asked)
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test('the cause of a refusal says that the namespace ends', async () => {
  const error: unknown = await stage()
    .pass(namespaceLifecycle(stage().environment), { of: 'configmaps', object: map, namespace: 'ending' })
    .catch((thrown: unknown) => thrown)
  expect((error as ApiError).details?.causes).toMatchObject([
    { reason: 'NamespaceTerminating', field: 'metadata.namespace' },
  ])
})

test.each<[string, AskedOfStage, string]>([
  ['a creation', { of: 'configmaps', object: map }, 'passed'],
  ['a creation in a missing namespace', { of: 'configmaps', object: map, namespace: 'no' }, '404'],
  ['a deletion in a missing namespace', { of: 'configmaps', oldObject: map, namespace: 'no' }, '404'],
  ['a creation in a terminating namespace', { of: 'configmaps', object: map, namespace: 'ending' }, 'passed'],
  ['a new namespace', namespace('new'), 'passed'],
])('existence: %s', async (_, asked, expected) => {
  const verdict = await stage().verdict(namespaceExists(stage().environment), asked)
  expect(verdict.slice(0, expected.length)).toBe(expected)
})

test.each<[string, AskedOfStage, number, string]>([
  ['an existing namespace', { of: 'configmaps', object: map }, 0, 'passed'],
  ['a missing namespace', { of: 'configmaps', object: map, namespace: 'no' }, 1, 'passed'],
  ['a dry run', { of: 'configmaps', object: map, namespace: 'no', dryRun: true }, 0, 'passed'],
  ['an update', { of: 'configmaps', object: map, oldObject: map, namespace: 'no' }, 0, 'passed'],
  ['a namespace itself', namespace('new'), 0, 'passed'],
  ['something without a namespace', { of: 'nodes', object: map, namespace: '' }, 0, 'passed'],
])('provision: %s', async (_, asked, count, expected) => {
  const set = stage()
  expect(await set.verdict(namespaceAutoProvision(set.environment), asked)).toBe(expected)
  expect(set.sent.length).toBe(count)
  if (count) expect(await set.sent[0]?.json()).toMatchObject({ kind: 'Namespace', metadata: { name: 'no' } })
})

test.each([
  [409, 'passed'],
  [422, '403'],
])('provision: the answer %i', async (status, expected) => {
  const set = stage()
  set.answer = () => Response.json({ message: 'so not' }, { status })
  const verdict = await set.verdict(namespaceAutoProvision(set.environment), {
    of: 'configmaps',
    object: map,
    namespace: 'no',
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
