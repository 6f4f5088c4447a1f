import type * as policy from 'kt121/policy/v1beta1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { tableOf } from '../../meta/table-columns'
import { validatePodSecurityPolicy } from './policy-validation'

const read = (object: ApiObject): Draft<policy.PodSecurityPolicy> => asDraft<policy.PodSecurityPolicy>(object)

/** Restricts pods, if its admission plugin is enabled; removed in 1.25. */
export const podSecurityPolicy: KindBehaviour = {
  group: 'policy',
  resource: 'podsecuritypolicies',
  kind: 'PodSecurityPolicy',
  metadataPasses: [1, 0],
  olderErrorGroup: 'extensions',
  deleteReturnsObject: true,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.allowPrivilegeEscalation ??= true
  },
  validate: validatePodSecurityPolicy,
  ...tableOf(
    read,
    ['Priv', 'string', ({ spec = {} }) => String(spec.privileged ?? false)],
    ['Caps', 'string', ({ spec = {} }) => (spec.allowedCapabilities ?? []).join(',')],
    ['SELinux', 'string', ({ spec = {} }) => spec.seLinux?.rule ?? ''],
    ['RunAsUser', 'string', ({ spec = {} }) => spec.runAsUser?.rule ?? ''],
    ['FsGroup', 'string', ({ spec = {} }) => spec.fsGroup?.rule ?? ''],
    ['SupGroup', 'string', ({ spec = {} }) => spec.supplementalGroups?.rule ?? ''],
    ['ReadOnlyRootFs', 'string', ({ spec = {} }) => spec.readOnlyRootFilesystem ?? false],
    ['Volumes', 'string', ({ spec = {} }) => (spec.volumes ?? []).join(',')],
  ),
}
