import type * as storage from 'kt126/storage/v1'
import { duplicate, invalid } from '../../../../machinery/field-error'
import { goStructJson } from '../../../../machinery/go-values'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { UNSET } from '../../meta/columns'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { optionalOneOf, present, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

const readDriver = (object: ApiObject): Draft<storage.CSIDriver> => asDraft<storage.CSIDriver>(object)
const MODES = ['Persistent', 'Ephemeral']
const GROUP_POLICIES = ['File', 'None', 'ReadWriteOnceWithFSType']

/** Mutable fields; all others are immutable. */
const CHANGING = ['storageCapacity', 'tokenRequests', 'requiresRepublish', 'seLinuxMount'] as const
const FIXED = [
  ['attachRequired', 'attachedRequired'],
  ['fsGroupPolicy', 'fsGroupPolicy'],
  ['podInfoOnMount', 'podInfoOnMount'],
  ['volumeLifecycleModes', 'volumeLifecycleModes'],
] as const

function validateTokenRequests({ tokenRequests = [] }: Draft<storage.CSIDriverSpec>, errors: Errors): void {
  const audiences = new Set<string>()
  for (const [i, { audience = '', expirationSeconds }] of tokenRequests.entries()) {
    const at = `spec.tokenRequests[${i}]`
    if (audiences.has(audience)) {
      errors.push(duplicate(`${at}.audience`, audience))
      continue
    }
    audiences.add(audience)
    if (expirationSeconds === undefined) continue
    if (expirationSeconds < 600)
      errors.push(
        invalid(`${at}.expirationSeconds`, expirationSeconds, 'may not specify a duration less than 10 minutes'),
      )
    else if (expirationSeconds > 2 ** 32)
      errors.push(
        invalid(`${at}.expirationSeconds`, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'),
      )
  }
}

const audiencesOf = ({ tokenRequests }: Draft<storage.CSIDriverSpec>): string =>
  tokenRequests?.map(({ audience = '' }) => audience).join(',') ?? UNSET

const SHORTEST_PERIOD = 10

/** Fields that came after 1.26. */
function validateLater(spec: Draft<storage.CSIDriverSpec>, errors: Errors): void {
  const { nodeAllocatableUpdatePeriodSeconds: period, serviceAccountTokenInSecrets } = spec as {
    nodeAllocatableUpdatePeriodSeconds?: number
    serviceAccountTokenInSecrets?: boolean
  }
  if (period !== undefined && period < SHORTEST_PERIOD)
    errors.push(
      invalid(
        'spec.nodeAllocatableUpdatePeriodSeconds',
        period,
        `must be greater than or equal to ${SHORTEST_PERIOD} seconds`,
      ),
    )
  if (serviceAccountTokenInSecrets !== undefined && (spec.tokenRequests ?? []).length === 0)
    errors.push(
      invalid(
        'spec.serviceAccountTokenInSecrets',
        serviceAccountTokenInSecrets,
        'serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ),
    )
}

/** A storage driver and its capabilities. */
export const csiDriver: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'csidrivers',
  kind: 'CSIDriver',
  metadataPasses: [1, 0],
  createPasses: 2,
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  defaults(object, _version, { release }) {
    const draft = readDriver(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.attachRequired ??= true
    spec.podInfoOnMount ??= false
    if (behaves('csi-driver-capacity', release)) {
      spec.storageCapacity ??= false
      spec.requiresRepublish ??= false
    }
    spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
    if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  },
  validate(object) {
    const { spec = {} } = readDriver(object)
    const errors: Errors = []
    present(spec.attachRequired, 'spec.attachedRequired', errors)
    present(spec.podInfoOnMount, 'spec.podInfoOnMount', errors)
    optionalOneOf(spec.fsGroupPolicy, GROUP_POLICIES, 'spec.fsGroupPolicy', errors)
    validateTokenRequests(spec, errors)
    for (const mode of spec.volumeLifecycleModes ?? []) optionalOneOf(mode, MODES, 'spec.volumeLifecycleModes', errors)
    validateLater(spec, errors)
    return errors
  },
  // Immutable fields were validated on create.
  validatesOnce: true,
  validateUpdate(object, old, { release }) {
    const { spec = {} } = readDriver(object)
    const { spec: before = {} } = readDriver(old)
    if (!behaves('csi-driver-parts-change', release))
      return equal(spec, before)
        ? []
        : [invalid('spec', goStructJson('storage.CSIDriverSpec', spec), 'field is immutable')]
    const errors: Errors = []
    validateTokenRequests(spec, errors)
    validateLater(spec, errors)
    for (const [member, field] of FIXED) unchanged(spec[member], before[member], `spec.${field}`, errors)
    if (!behaves('csi-driver-capacity-mutable', release))
      unchanged(spec.storageCapacity, before.storageCapacity, 'spec.storageCapacity', errors)
    return errors
  },
  prepareForUpdate(object, old) {
    // Only updates count; a new driver has no generation.
    const { spec = {} } = readDriver(object)
    const { spec: before = {} } = readDriver(old)
    if (CHANGING.some((member) => !equal(spec[member], before[member])))
      object.metadata.generation = (old.metadata.generation ?? 0) + 1
  },
  ...tableOf(
    readDriver,
    ['AttachRequired', 'boolean', ({ spec = {} }) => spec.attachRequired ?? true],
    ['PodInfoOnMount', 'boolean', ({ spec = {} }) => spec.podInfoOnMount ?? false],
    ['StorageCapacity', 'boolean', ({ spec = {} }) => spec.storageCapacity ?? false, { since: 21 }],
    ['TokenRequests', 'string', ({ spec = {} }) => audiencesOf(spec), { since: 21 }],
    ['RequiresRepublish', 'boolean', ({ spec = {} }) => spec.requiresRepublish ?? false, { since: 21 }],
    ['Modes', 'string', ({ spec = {} }) => (spec.volumeLifecycleModes ?? []).join(',')],
    AGE,
  ),
}
