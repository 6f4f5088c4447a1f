import { expect, test } from 'vitest'
import { resourceQuota } from './resource-quota'

test('a scope that there is not is told with the list that it stands in', () => {
  const quota = { metadata: { name: 'q' }, spec: { hard: { pods: '1' }, scopes: ['Other'] } }
  const context = { release: 20 } as Parameters<NonNullable<typeof resourceQuota.validate>>[1]
  expect(resourceQuota.validate?.(quota, context)).toEqual([
    {
      reason: 'FieldValueInvalid',
      field: 'spec.scopes',
      message: 'Invalid value: []core.ResourceQuotaScope{"Other"}: unsupported scope',
    },
  ])
})
