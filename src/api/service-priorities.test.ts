import { expect, test } from 'vitest'
import { builtInPriority } from './service-priorities'

test.each([
  [19, 'extensions', 'v1beta1', { groupPriorityMinimum: 17_900, versionPriority: 1 }],
  [20, 'extensions', 'v1beta1', { groupPriorityMinimum: 17_150, versionPriority: 1 }],
  [29, 'flowcontrol.apiserver.orch.io', 'v1', { groupPriorityMinimum: 16_100, versionPriority: 21 }],
  [32, 'resource.orch.io', 'v1beta1', { groupPriorityMinimum: 15_900, versionPriority: 9 }],
  [33, 'resource.orch.io', 'v1beta2', { groupPriorityMinimum: 16_200, versionPriority: 15 }],
  [36, 'apiregistration.orch.io', 'v1', undefined],
])('1.%i: %s/%s', (release, group, version, priority) =>
  expect(builtInPriority({ group, version }, release)).toEqual(priority),
)
