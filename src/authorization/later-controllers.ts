import { type ControllerRole, GATED_CONTROLLERS } from './gated-controllers'
import { EVENTS, READ, rule } from './role-rules'

/** Roles of controllers added after 1.20. */
export const LATER_CONTROLLERS: readonly ControllerRole[] = [
  {
    gate: 'GenericEphemeralVolume',
    name: 'ephemeral-volume-controller',
    rules: [
      rule(READ, '', 'pods'),
      rule(['update'], '', 'pods/finalizers'),
      rule(['create', ...READ], '', 'persistentvolumeclaims'),
      EVENTS,
    ],
  },
  {
    gate: 'TTLAfterFinished',
    name: 'ttl-after-finished-controller',
    rules: [rule(['delete', ...READ], 'batch', 'jobs'), EVENTS],
  },
  {
    gate: 'LegacyServiceAccountTokenCleanUp',
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
    gate: 'SELinuxChangePolicy',
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
    since: 29,
    gate: 'MultiCIDRServiceAllocator',
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
    since: 32,
    gate: 'DynamicResourceAllocation',
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
    since: 32,
    gate: 'VolumeAttributesClass',
    name: 'volumeattributesclass-protection-controller',
    rules: [
      rule(READ, '', 'persistentvolumeclaims'),
      rule(READ, '', 'persistentvolumes'),
      rule([...READ, 'update'], 'storage.orch.io', 'volumeattributesclasses'),
      EVENTS,
    ],
  },
  ...GATED_CONTROLLERS,
]
