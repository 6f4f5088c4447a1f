/** Priorities of groups and versions in APIService objects (public documentation of the aggregation layer). */
import type { GroupVersion } from '../machinery/object'
import { behaves } from './releases/ledger'

/** The order of groups and versions in discovery. */
export interface ServicePriority {
  /** Priority of the group: the highest comes first. */
  readonly groupPriorityMinimum: number
  /** Priority of the version within its group. */
  readonly versionPriority: number
}

/** Per group: its priority, and those of its versions. */
const BUILT_IN: Readonly<Record<string, readonly [group: number, versions: Readonly<Record<string, number>>]>> = {
  '': [18_000, { v1: 1 }],
  extensions: [17_900, { v1beta1: 1 }],
  apps: [17_800, { v1: 15, v1beta2: 9, v1beta1: 1 }],
  'events.orch.io': [17_750, { v1: 15, v1beta1: 5 }],
  'authentication.orch.io': [17_700, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'authorization.orch.io': [17_600, { v1: 15, v1beta1: 9 }],
  autoscaling: [17_500, { v2: 30, v1: 15, v2beta1: 9, v2beta2: 1 }],
  batch: [17_400, { v1: 15, v1beta1: 9, v2alpha1: 9 }],
  'certificates.orch.io': [17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'networking.orch.io': [17_200, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  policy: [17_100, { v1: 15, v1beta1: 9 }],
  'rbac.authorization.orch.io': [17_000, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'settings.orch.io': [16_900, { v1alpha1: 9 }],
  'storage.orch.io': [16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'apiextensions.orch.io': [16_700, { v1: 15, v1beta1: 9 }],
  'admissionregistration.orch.io': [16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'scheduling.orch.io': [16_600, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'coordination.orch.io': [16_500, { v1: 15, v1beta1: 9, v1alpha2: 12 }],
  'auditregistration.orch.io': [16_400, { v1alpha1: 1 }],
  'node.orch.io': [16_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'discovery.orch.io': [16_200, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'flowcontrol.apiserver.orch.io': [16_100, { v1: 21, v1beta3: 18, v1beta2: 15, v1beta1: 12, v1alpha1: 9 }],
  'internal.apiserver.orch.io': [16_000, { v1alpha1: 9 }],
  'resource.orch.io': [15_900, { v1beta1: 9, v1alpha3: 9, v1alpha2: 9, v1alpha1: 9 }],
  'storagemigration.orch.io': [15_800, { v1beta1: 9, v1alpha1: 9 }],
}

/** Groups that moved, by the behaviour that says so. */
const MOVED = {
  extensions: ['extensions-after-networking', [17_150, { v1beta1: 1 }]],
  'resource.orch.io': ['resource-after-node', [16_200, { v1: 20, v1beta2: 15, v1beta1: 9, v1alpha3: 1 }]],
} as const

/** The priorities of a group and its versions. */
function prioritiesOf(group: string, release: number): (typeof BUILT_IN)[string] | undefined {
  const [behaviour, priorities] = MOVED[group as keyof typeof MOVED] ?? []
  return behaviour !== undefined && behaves(behaviour, release) ? priorities : BUILT_IN[group]
}

/** For custom types: below all built-in groups, with versions ordered by name. */
export const CUSTOM_PRIORITY: ServicePriority = { groupPriorityMinimum: 1000, versionPriority: 100 }

/** Priorities of a built-in version; undefined if it has no APIService, such as that of APIService itself. */
export function builtInPriority({ group, version }: GroupVersion, release: number): ServicePriority | undefined {
  const [groupPriorityMinimum, versions] = prioritiesOf(group, release) ?? []
  const versionPriority = versions?.[version]
  return groupPriorityMinimum === undefined || versionPriority === undefined
    ? undefined
    : { groupPriorityMinimum, versionPriority }
}
