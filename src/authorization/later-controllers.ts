import type { GateName } from '../api/releases/gates'
import type { PolicyRule } from './policy'

/** Verbs of who reads, and of who writes. */
export const READ = ['get', 'list', 'watch']
export const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update']
/** A rule about all objects of some resources. */
export const rule = (
  verbs: readonly string[],
  group: string | readonly string[],
  ...resources: string[]
): PolicyRule => ({
  verbs,
  apiGroups: [group].flat(),
  resources,
})
const EVENTS = rule(['create', 'patch', 'update'], ['', 'events.orch.io'], 'events')

/**
 * Roles of controllers that came after 1.20, each bound to the controller's service account. Some come with a feature gate: `since`
 * is the release in which that is on by default.
 */
export const LATER_CONTROLLERS: readonly {
  readonly since: number
  /** The feature gate that brings it sooner where it is switched on. */
  readonly gate?: GateName
  readonly name: string
  readonly rules: readonly PolicyRule[]
}[] = [
  {
    since: 21,
    name: 'ephemeral-volume-controller',
    rules: [
      rule(READ, '', 'pods'),
      rule(['update'], '', 'pods/finalizers'),
      rule(['create', ...READ], '', 'persistentvolumeclaims'),
      EVENTS,
    ],
  },
  {
    since: 21,
    gate: 'TTLAfterFinished',
    name: 'ttl-after-finished-controller',
    rules: [rule(['delete', ...READ], 'batch', 'jobs'), EVENTS],
  },
  {
    since: 29,
    name: 'legacy-service-account-token-cleaner',
    rules: [
      {
        ...rule(['get'], '', 'configmaps'),
        resourceNames: ['orch-apiserver-legacy-service-account-token-tracking'],
      },
      rule(['delete', 'patch'], '', 'secrets'),
    ],
  },
  {
    since: 30,
    name: 'validatingadmissionpolicy-status-controller',
    rules: [
      rule(READ, 'admissionregistration.orch.io', 'validatingadmissionpolicies'),
      rule(['get', 'patch', 'update'], 'admissionregistration.orch.io', 'validatingadmissionpolicies/status'),
      EVENTS,
    ],
  },
  {
    since: 33,
    name: 'selinux-warning-controller',
    rules: [
      EVENTS,
      rule(READ, '', 'persistentvolumes'),
      rule(READ, '', 'persistentvolumeclaims'),
      rule(READ, '', 'pods'),
      rule(READ, 'storage.orch.io', 'csidrivers'),
    ],
  },
  {
    since: 33,
    name: 'service-cidrs-controller',
    rules: [
      rule([...READ, 'patch', 'update'], 'networking.orch.io', 'servicecidrs'),
      rule(['patch', 'update'], 'networking.orch.io', 'servicecidrs/finalizers'),
      rule(['patch', 'update'], 'networking.orch.io', 'servicecidrs/status'),
      rule(READ, 'networking.orch.io', 'ipaddresses'),
      EVENTS,
    ],
  },
  {
    since: 34,
    name: 'resource-claim-controller',
    rules: [
      rule(READ, '', 'pods'),
      rule(['update'], '', 'pods/finalizers'),
      rule(['create', 'delete', ...READ], 'resource.orch.io', 'resourceclaims'),
      rule(['patch', 'update'], 'resource.orch.io', 'resourceclaims', 'resourceclaims/status'),
      rule(['patch', 'update'], '', 'pods/status'),
      EVENTS,
    ],
  },
  {
    since: 34,
    name: 'volumeattributesclass-protection-controller',
    rules: [
      rule(READ, '', 'persistentvolumeclaims'),
      rule(READ, '', 'persistentvolumes'),
      rule([...READ, 'update'], 'storage.orch.io', 'volumeattributesclasses'),
      EVENTS,
    ],
  },
]
