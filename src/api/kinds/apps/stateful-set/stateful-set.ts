import type * as apps from 'kt126/apps/v1'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { AGE, containerColumns, tableOf } from '../../meta/table-columns'
import { alignDataSources, defaultClaimSpec } from '../../shared/claim-spec'
import { defaultPodTemplate } from '../../shared/pod-defaults'
import { completeConditions, TEMPLATE_ADDRESSES, templateWarnings, WORKLOAD_SCALE } from '../../shared/workloads'
import { claimSpecWarnings } from '../../shared/storage-warnings'
import { validateStatefulSet, validateStatefulSetUpdate, validateStatefulSetStatus } from './stateful-set-validation'

const read = (object: ApiObject): Draft<apps.StatefulSet> => asDraft<apps.StatefulSet>(object)
const zeroStatus = (release: number) =>
  behaves('stateful-set-available-replicas', release) ? { replicas: 0, availableReplicas: 0 } : { replicas: 0 }

function ownWarnings(object: ApiObject, release: number): string[] {
  const { volumeClaimTemplates = [], revisionHistoryLimit = 0 } = read(object).spec ?? {}
  return [
    ...volumeClaimTemplates.flatMap(({ spec }, i) =>
      claimSpecWarnings(spec ?? {}, `spec.volumeClaimTemplates[${i}]`, release),
    ),
    ...(revisionHistoryLimit < 0 && behaves('history-limit-warnings', release)
      ? ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended']
      : []),
  ]
}

/** Pods with stable names and storage. */
export const statefulSet: KindBehaviour = {
  group: 'apps',
  resource: 'statefulsets',
  kind: 'StatefulSet',
  defaults(object, _version, served) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.podManagementPolicy ||= 'OrderedReady'
    spec.updateStrategy ??= {}
    // An explicit type gets no default parameters.
    if (!spec.updateStrategy.type) {
      spec.updateStrategy.type = 'RollingUpdate'
      spec.updateStrategy.rollingUpdate ??= {}
    }
    if (spec.updateStrategy.type === 'RollingUpdate' && spec.updateStrategy.rollingUpdate)
      spec.updateStrategy.rollingUpdate.partition ??= 0
    if (behaves('stateful-set-claim-retention', served.release)) {
      spec.persistentVolumeClaimRetentionPolicy ??= {}
      spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain'
      spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain'
    }
    spec.replicas ??= 1
    spec.revisionHistoryLimit ??= 10
    spec.serviceName ??= ''
    spec.template = defaultPodTemplate(spec.template, served)
    for (const claim of spec.volumeClaimTemplates ?? []) {
      claim.apiVersion = 'v1'
      claim.kind = 'PersistentVolumeClaim'
      claim.metadata ??= {}
      Object.assign(claim.metadata, { creationTimestamp: claim.metadata.creationTimestamp ?? null })
      claim.spec ??= {}
      defaultClaimSpec(claim.spec)
      alignDataSources(claim.spec, served.release)
      claim.status ??= {}
      claim.status.phase ||= 'Pending'
    }
    draft.status = { ...zeroStatus(served.release), ...draft.status }
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object, { release }) {
    object['status'] = zeroStatus(release)
  },
  validate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  addresses: TEMPLATE_ADDRESSES,
  warnings: (object, context, old) => [
    ...(templateWarnings(object, context, old) ?? []),
    ...ownWarnings(object, context.release),
  ],
  hasStatus: true,
  orphansThrough: ['apps/v1beta1', 'apps/v1beta2'],
  subresources: {
    status: { validateUpdate: validateStatefulSetStatus },
  },
  scale: WORKLOAD_SCALE,
  ...tableOf(
    read,
    ['Ready', 'string', ({ spec = {}, status = {} }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`],
    AGE,
    ...containerColumns<Draft<apps.StatefulSet>>(({ spec = {} }) => spec.template?.spec),
  ),
}
