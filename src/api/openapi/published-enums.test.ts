import { describe, expect, it } from 'vitest'
import { releaseOf, servedResources } from '../releases'
import { loadTypeTexts, schemaOf } from '../types'
import { openapiV2, openapiV3 } from './documents'
import { PUBLISHED_ENUMS, publishedValues } from './published-enums'

interface Field {
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Field
  readonly additionalProperties?: Field
}
type Schemas = Readonly<Record<string, { readonly properties?: Readonly<Record<string, Field>> }>>

function fieldOf(release: number, enums: boolean, version: 2 | 3, type: string, field: string): Field | undefined {
  const options = { serverVersion: `v1.${release}.0`, release, enums }
  const types = servedResources(releaseOf(`1.${release}`))
  const document = version === 2 ? openapiV2(types, options) : openapiV3(types, { group: '', version: 'v1' }, options)
  const schemas = (document?.definitions ?? (document?.components as { schemas?: Schemas }).schemas) as Schemas
  return schemas[`io.orch.api.${type}`]?.properties?.[field]
}

describe('values of built-in fields', () => {
  it.each([
    ['core.v1.PodSpec', 'restartPolicy', 24, ['Always', 'Never', 'OnFailure']],
    ['core.v1.ServiceSpec', 'ipFamilies', 28, ['IPv4', 'IPv6']],
    ['core.v1.ServiceSpec', 'ipFamilies', 29, ['', 'IPv4', 'IPv6']],
    ['core.v1.Toleration', 'operator', 34, ['Equal', 'Exists']],
    ['core.v1.Toleration', 'operator', 35, ['Equal', 'Exists', 'Gt', 'Lt']],
    ['core.v1.LimitRangeItem', 'type', 23, ['Container', 'PersistentVolumeClaim', 'Pod']],
    ['core.v1.LimitRangeItem', 'type', 24, undefined],
    ['batch.v1.PodFailurePolicyRule', 'action', 27, ['Count', 'FailJob', 'Ignore']],
    ['resource.v1beta1.DeviceRequest', 'allocationMode', 34, undefined],
    ['resource.v1beta1.DeviceRequest', 'allocationMode', 35, ['All', 'ExactCount']],
    ['policy.v1.PodDisruptionBudgetSpec', 'unhealthyPodEvictionPolicy', 27, ['AlwaysAllow', 'IfHealthyBudget']],
    ['apps.v1.Deployment', 'kind', 35, undefined],
    ['autoscaling.v2.MetricSpec', 'type', 35, undefined],
  ] as const)('%s %s of release 1.%d', (type, field, release, values) => {
    expect(publishedValues(type, field, release)).toEqual(values)
  })

  it('is about fields that types have', () => {
    const releases = [undefined, 23, 27, 30, 33, 35, 36]
    const unknown = PUBLISHED_ENUMS.filter(({ name }) => {
      const at = name.lastIndexOf('.')
      return !releases.some((release) => schemaOf(name.slice(0, at), release)?.fields?.has(name.slice(at + 1)))
    })
    expect(unknown.map(({ name }) => name)).toEqual([])
  })
})

describe('documents of OpenAPI', () => {
  it.each([
    [23, false, undefined],
    [24, true, ['Always', 'Never', 'OnFailure']],
    [24, false, undefined],
    [35, true, ['Always', 'Never', 'OnFailure']],
  ] as const)('release 1.%d with enums %s', (release, enums, values) => {
    expect(fieldOf(release, enums, 2, 'core.v1.PodSpec', 'restartPolicy')?.enum).toEqual(values)
    expect(fieldOf(release, enums, 3, 'core.v1.PodSpec', 'restartPolicy')?.enum).toEqual(values)
  })

  it.each([
    [29, undefined, undefined],
    [30, ['Egress', 'Ingress'], 'NodeResizePending'],
  ] as const)('lists the enum values of list items in release 1.%d', (release, items, resize) => {
    expect(fieldOf(release, true, 2, 'networking.v1.NetworkPolicySpec', 'policyTypes')?.items?.enum).toEqual(items)
    const statuses = fieldOf(release, true, 2, 'core.v1.PersistentVolumeClaimStatus', 'allocatedResourceStatuses')
    expect(statuses?.additionalProperties?.enum?.at(-1)).toBe(resize)
  })

  it('names the values in descriptions of fields, not of lists', async () => {
    const texts = await loadTypeTexts()
    const types = servedResources(releaseOf('1.35'))
    const document = openapiV2(types, { serverVersion: 'v1.35.0', release: 35, enums: true, texts })
    const schemas = document.definitions as Schemas
    const policy = schemas['io.orch.api.core.v1.PodSpec']?.properties?.restartPolicy?.description
    expect(policy).toMatch(/\S\n\nPossible enum values:\n - `"Always"`\n - `"Never"`\n - `"OnFailure"`$/)
    const listed = schemas['io.orch.api.networking.v1.NetworkPolicySpec']?.properties?.policyTypes
    expect(listed?.description).not.toContain('Possible enum values')
  })
})
