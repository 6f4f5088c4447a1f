import { describe, expect, it } from 'vitest'
import { kindOfType, requiredFields, schemaOf, typeNames, typeOfKind } from './types'
import type { Schema } from './schema'

const field = (type: string, ...path: string[]): Schema | undefined => {
  let schema = schemaOf(type)
  for (const name of path) {
    schema = schema?.fields?.get(name) ?? schema?.element?.fields?.get(name)
  }
  return schema
}

describe('built-in types', () => {
  it('resolves every field of every type', () => {
    for (const name of typeNames())
      for (const release of [20, 25]) expect(schemaOf(name, release)?.fields, name).toBeDefined()
  })

  it('gives undefined for a type that does not exist', () => {
    expect(schemaOf('core.v1.Nothing')).toBeUndefined()
    expect(schemaOf('__proto__')).toBeUndefined()
  })

  it.each([
    [
      'core.v1.Container',
      ['ports'],
      { listType: 'map', listMapKeys: ['containerPort', 'protocol'], patchMergeKey: 'containerPort' },
    ],
    ['core.v1.ServiceSpec', ['ports'], { listType: 'map', listMapKeys: ['port', 'protocol'] }],
    ['core.v1.ServiceSpec', ['ports', 'protocol'], { type: 'string', default: 'TCP' }],
    ['core.v1.Container', ['env'], { listType: 'map', listMapKeys: ['name'], patchStrategy: ['merge'] }],
    [
      'core.v1.PodSpec',
      ['volumes'],
      { patchStrategy: ['merge', 'retainKeys'], listType: 'map', listMapKeys: ['name'] },
    ],
    ['machinery.apis.meta.v1.ObjectMeta', ['finalizers'], { listType: 'set' }],
    ['machinery.apis.meta.v1.ObjectMeta', ['ownerReferences'], { listType: 'map', listMapKeys: ['uid'] }],
    ['apps.v1.DeploymentSpec', ['selector'], { type: 'struct', mapType: 'atomic' }],
    ['apps.v1beta1.DeploymentSpec', ['strategy'], { type: 'struct', patchStrategy: ['retainKeys'] }],
    ['core.v1.PersistentVolumeSpec', ['claimRef'], { mapType: 'granular' }],
    ['batch.v1.JobStatus', ['conditions'], { listType: 'atomic' }],
    ['core.v1.Secret', ['data', 'x'], undefined],
    ['core.v1.PodSpec', ['terminationGracePeriodSeconds'], { format: 'int64' }],
    ['core.v1.PodSpec', ['priority'], { format: 'int32' }],
    ['core.v1.HTTPGetAction', ['port'], { format: 'int-or-string' }],
    ['core.v1.Event', ['eventTime'], { format: 'micro-time' }],
    ['apps.v1.ControllerRevision', ['data'], { type: 'any' }],
  ])('%s %j is %j', (type, path, expected) => {
    if (expected === undefined) expect(field(type, ...path)).toBeUndefined()
    else expect(field(type, ...path)).toMatchObject(expected)
  })

  it('keeps values of maps apart from the fields of their items', () => {
    expect(schemaOf('core.v1.Secret')?.fields?.get('data')).toMatchObject({ type: 'map', element: { format: 'byte' } })
    expect(schemaOf('core.v1.ResourceRequirements')?.fields?.get('limits')?.element?.format).toBe('quantity')
  })

  it('omits markers added after 1.20 for older releases', () => {
    expect(schemaOf('core.v1.ServiceSpec', 20)?.fields?.get('selector')?.mapType).toBeUndefined()
    expect(schemaOf('core.v1.ServiceSpec', 21)?.fields?.get('selector')?.mapType).toBe('atomic')
    const conditions = (release: number) => schemaOf('batch.v1.JobStatus', release)?.fields?.get('conditions')
    expect(conditions(20)).toMatchObject({ listType: 'map', listMapKeys: ['type'] })
    expect(conditions(21)).toMatchObject({ listType: 'atomic' })
  })

  it.each([
    ['machinery.apis.meta.v1.LabelSelector', 'atomic'],
    ['machinery.apis.meta.v1.OwnerReference', undefined],
    ['core.v1.LocalObjectReference', undefined],
    ['core.v1.ObjectFieldSelector', undefined],
    ['autoscaling.v1.CrossVersionObjectReference', undefined],
    ['rbac.v1.RoleRef', undefined],
  ])('reads %s as %s at 1.20, and as one value later', (name, expected) => {
    expect(schemaOf(name, 20)?.mapType).toBe(expected)
    expect(schemaOf(name, 25)?.mapType).toBe('atomic')
  })

  it('supports recursive types', () => {
    const props = schemaOf('extensions.apis.apiextensions.v1.JSONSchemaProps')
    expect(props?.fields?.get('not')).toBe(props)
  })

  it('knows which optional values mean nothing when empty', () => {
    expect(field('core.v1.PodSpec', 'hostNetwork')?.omitEmpty).toBe(true)
    expect(field('core.v1.PodSpec', 'automountServiceAccountToken')?.omitEmpty).toBeUndefined()
    expect(field('core.v1.PersistentVolumeClaimSpec', 'storageClassName')?.omitEmpty).toBeUndefined()
    expect(field('core.v1.PodSpec', 'nodeName')?.omitEmpty).toBe(true)
    expect(field('rbac.v1.Role', 'rules')?.omitEmpty).toBeUndefined()
    expect(field('machinery.apis.meta.v1.ObjectMeta', 'labels')?.omitEmpty).toBe(true)
  })

  it('finds kinds by name and names by kind', () => {
    expect(kindOfType('apps.v1.Deployment')).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment' })
    expect(kindOfType('apps.v1.DeploymentSpec')).toBeUndefined()
    expect(typeOfKind('rbac.authorization.orch.io/v1', 'Role')).toBe('rbac.v1.Role')
    expect(requiredFields('core.v1.Container')).toEqual(['name'])
  })
})

it.each([
  ['core.v1.ContainerPort', 19, undefined],
  ['core.v1.ContainerPort', 20, 'TCP'],
  ['core.v1.ServicePort', 20, undefined],
  ['core.v1.ServicePort', 21, 'TCP'],
])('the protocol of %s has a declared default in 1.%d: %s', (type, release, value) => {
  expect(schemaOf(type, release)?.fields?.get('protocol')?.default).toBe(value)
})
