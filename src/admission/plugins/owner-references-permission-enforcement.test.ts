import { expect, test } from 'vitest'
import { AdmissionStage, type AskedOfStage } from '../../testing/admission-stage'
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement'

const owner = (uid: string, more: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  name: 'd',
  uid,
  ...more,
})
const blocking = (more: object = {}) => owner('u', { blockOwnerDeletion: true, ...more })
const map = (...ownerReferences: object[]) => ({
  metadata: { name: 'a', ...(ownerReferences.length && { ownerReferences }) },
})
const update = (object: object, oldObject: object): AskedOfStage => ({ of: 'configmaps', object, oldObject })
const DELETE = 'delete configmaps/ ns/a'
const FINALIZE = 'update deployments/finalizers ns/d'

const rows: readonly (readonly [string, AskedOfStage, readonly string[], string])[] = [
  ['nothing about owners', update(map(), map()), [], 'passed'],
  ['the same owners', update(map(blocking()), map(blocking())), [], 'passed'],
  ['a creation with an owner', { of: 'configmaps', object: map(owner('u')) }, [], 'passed'],
  ['a new owner without permission', update(map(owner('u')), map()), [], "can't delete"],
  ['a new owner', update(map(owner('u')), map()), [DELETE], 'passed'],
  ['an owner less', update(map(), map(owner('u'))), [], "can't delete"],
  ['a creation that blocks', { of: 'configmaps', object: map(blocking()) }, [], 'finalizers'],
  ['a creation that blocks, with permission', { of: 'configmaps', object: map(blocking()) }, [FINALIZE], 'passed'],
  ['an update that blocks', update(map(blocking()), map(owner('u'))), [DELETE], 'finalizers'],
  ['an update that blocks, with permission', update(map(blocking()), map(owner('u'))), [DELETE, FINALIZE], 'passed'],
  ['an update that no longer blocks', update(map(owner('u')), map(blocking())), [DELETE], 'passed'],
  [
    'blocking an owner of a kind that is not known',
    { of: 'configmaps', object: map(blocking({ kind: 'Nothing' })) },
    [],
    'unknown kind',
  ],
  [
    'blocking an owner of a kind that is not known, by somebody who may block any',
    { of: 'configmaps', object: map(blocking({ kind: 'Nothing' })) },
    ['update */finalizers /*'],
    'passed',
  ],
  [
    'blocking an owner without a namespace',
    { of: 'configmaps', object: map(blocking({ apiVersion: 'v1', kind: 'Node', name: 'n' })) },
    ['update nodes/finalizers /n'],
    'passed',
  ],
  [
    'blocking an owner of a custom kind',
    { of: 'configmaps', object: map(blocking({ apiVersion: 'example.com/v1', kind: 'Widget' })) },
    ['update widgets/finalizers ns/d'],
    'passed',
  ],
]

test.each(rows)('%s', async (_, asked, permissions, expected) => {
  const stage = new AdmissionStage().put('apiextensions.orch.io/customresourcedefinitions', {
    metadata: { name: 'widgets.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names: { kind: 'Widget', plural: 'widgets' } },
  })
  stage.allows = ({ verb, resource, subresource, namespace, name }) =>
    permissions.includes(`${verb} ${resource}/${subresource} ${namespace}/${name}`)
  const verdict = await stage.verdict(ownerReferencesPermissionEnforcement(stage.environment), asked)
  expect(verdict).toContain(expected)
})

test('earlier releases look up the kind before they check permissions', async () => {
  const stage = new AdmissionStage(20)
  const asked = { of: 'configmaps', object: map(blocking({ kind: 'Nothing' })) }
  const verdict = await stage.verdict(ownerReferencesPermissionEnforcement(stage.environment), asked)
  expect(verdict).toContain('unknown kind')
})

test("updates of a pod's status are not checked", async () => {
  const stage = new AdmissionStage()
  stage.allows = () => false
  const asked = { of: 'pods/status', object: map(owner('u')), oldObject: map() }
  expect(await stage.verdict(ownerReferencesPermissionEnforcement(stage.environment), asked)).toBe('passed')
})
