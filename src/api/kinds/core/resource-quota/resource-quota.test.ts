import { expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { resourceQuota } from './resource-quota'

const context = (release: number) => ({ release }) as Parameters<NonNullable<typeof resourceQuota.validate>>[1]
const quota = (spec: object): ApiObject => ({ metadata: { name: 'q' }, spec: { hard: { pods: '1' }, ...spec } })
const selector = (scopeName: string, operator: string, values?: string[]) => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values && { values }) }] },
})
const AT = 'spec.scopeSelector.matchExpressions'

test.each<[what: string, release: number, spec: object, field: string, message: string]>([
  [
    'a scope that there is not',
    20,
    { scopes: ['Other'] },
    'spec.scopes',
    'Invalid value: []core.ResourceQuotaScope{"Other"}: unsupported scope',
  ],
  [
    'a part of a pod',
    20,
    { hard: { pods: '1500m' } },
    'spec.hard[pods]',
    'Invalid value: resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m", Format:"DecimalSI"}: must be an integer',
  ],
  [
    'no value to be in',
    20,
    selector('PriorityClass', 'In'),
    `${AT}.values`,
    "Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
  ],
  [
    'a scope that can only exist',
    20,
    selector('BestEffort', 'In', ['a']),
    `${AT}.operator`,
    `Invalid value: "In": must be 'Exist' only operator when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort and ResourceQuotaScopeNotBestEffort`,
  ],
  [
    'a scope that can only exist, in a release with one more',
    30,
    selector('BestEffort', 'In', ['a']),
    `${AT}.operator`,
    `Invalid value: "In": must be 'Exist' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity`,
  ],
])('refuses %s at %i', (_what, release, spec, field, message) => {
  const errors = resourceQuota.validate?.(quota(spec), context(release)) ?? []
  expect(errors.map((error) => [error.field, error.message])).toContainEqual([field, message])
})
