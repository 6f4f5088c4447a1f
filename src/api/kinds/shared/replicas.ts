import { invalid } from '../../../machinery/field-error'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import type { Errors } from '../meta/rules'
import { nonNegative } from '../meta/rules'
import type { PodTemplate } from './pod-types'

interface ReplicaCounts {
  replicas?: number
  fullyLabeledReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  observedGeneration?: number
}

const countsOf = (object: ApiObject): ReplicaCounts => object['status'] ?? {}

/** No partial count may exceed the total. */
function validateReplicaCounts(status: ReplicaCounts, field: string, errors: Errors): void {
  const { replicas = 0, fullyLabeledReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = status
  nonNegative(replicas, `${field}.replicas`, errors)
  nonNegative(fullyLabeledReplicas, `${field}.fullyLabeledReplicas`, errors)
  nonNegative(readyReplicas, `${field}.readyReplicas`, errors)
  nonNegative(availableReplicas, `${field}.availableReplicas`, errors)
  nonNegative(status.observedGeneration, `${field}.observedGeneration`, errors)
  const notMore = (member: keyof ReplicaCounts, value: number, than: string, limit: number) => {
    if (value > limit) errors.push(invalid(`${field}.${member}`, value, `cannot be greater than ${than}`))
  }
  notMore('fullyLabeledReplicas', fullyLabeledReplicas, 'status.replicas', replicas)
  notMore('readyReplicas', readyReplicas, 'status.replicas', replicas)
  notMore('availableReplicas', availableReplicas, 'status.replicas', replicas)
  notMore('availableReplicas', availableReplicas, 'readyReplicas', readyReplicas)
}

/** Status fields common to replica sets and replication controllers. */
export const REPLICA_STATUS = {
  hasStatus: true,
  prepareForCreate(object) {
    object['status'] = { replicas: 0 }
  },
  subresources: {
    status: {
      validateUpdate(object) {
        const errors: Errors = []
        validateReplicaCounts(countsOf(object), 'status', errors)
        return errors
      },
    },
  },
} satisfies Partial<KindBehaviour>

/** Several pods can share certain disks only for reading. */
export function validateSharedDisks(template: PodTemplate, field: string, errors: Errors): void {
  for (const [i, volume] of (template.spec?.volumes ?? []).entries())
    if (volume.gcePersistentDisk && volume.gcePersistentDisk.readOnly !== true)
      errors.push(
        invalid(
          `${field}.spec.volumes[${i}].gcePersistentDisk.readOnly`,
          false,
          'must be true for replicated pods > 1',
        ),
      )
}
