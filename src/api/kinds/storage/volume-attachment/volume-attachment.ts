import type * as storage from 'kt126/storage/v1'
import { forbidden, required, tooLong } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import { addAll } from '../../../../machinery/lists'
import type { KindBehaviour } from '../../../kind'
import { STATUS_METADATA } from '../../../subresource-behaviour'
import type { KindContext } from '../../../kind-context'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { subdomain, unchangedStruct } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { roundQuantities } from '../../shared/serialized-quantity'
import { defaultSource } from '../../shared/pod-defaults'
import { driverName } from '../../shared/volume-sources'
import { validateInlineVolume } from '../../shared/volume-spec'

const read = (object: ApiObject): Draft<storage.VolumeAttachment> => asDraft<storage.VolumeAttachment>(object)

const LONGEST_METADATA = 256 * 1024
const LONGEST_MESSAGE = 1024

function validateStatus({ status = {} }: Draft<storage.VolumeAttachment>, errors: Errors): void {
  const size = Object.entries(status.attachmentMetadata ?? {})
    .flat()
    .join('').length
  if (size > LONGEST_METADATA) errors.push(tooLong('status.attachmentMetadata', LONGEST_METADATA))
  // Real servers name the other limit here.
  for (const member of ['attachError', 'detachError'] as const)
    if ((status[member]?.message ?? '').length > LONGEST_MESSAGE)
      errors.push(tooLong(`status.${member}.message`, LONGEST_METADATA))
}

/** What is wrong with an attachment in either version. */
function attachmentErrors(object: ApiObject, context: KindContext): Errors {
  const { attacher = '', nodeName = '', source = {} } = read(object).spec ?? {}
  const errors: Errors = []
  if (attacher === '') errors.push(required('spec.attacher'))
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source
  if (volume === undefined && inline === undefined)
    errors.push(required('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'))
  else if (volume !== undefined && inline !== undefined)
    errors.push(forbidden('spec.source', 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'))
  else if (volume !== undefined) {
    if (volume === '')
      errors.push(required('spec.source.persistentVolumeName', 'must specify non empty persistentVolumeName'))
  } else if (inline) validateInlineVolume(inline, 'spec.source.inlineVolumeSpec', context, errors)
  subdomain(nodeName, 'spec.nodeName', errors)
  return errors
}

/** The request to attach a volume to a node, with its result. */
export const volumeAttachment: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'volumeattachments',
  kind: 'VolumeAttachment',
  metadataPasses: [0, 2],
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.source ??= {}
    const inline = draft.spec.source.inlineVolumeSpec
    if (inline) {
      roundQuantities(inline.capacity)
      defaultSource(inline)
    }
    draft.status ??= {}
    draft.status.attached ??= false
    for (const member of ['attachError', 'detachError'] as const) {
      const error = draft.status[member]
      if (error) Object.assign(error, { time: error.time ?? null })
    }
  },
  prepareForCreate(object) {
    object['status'] = { attached: false }
  },
  validate(object, context) {
    const errors = attachmentErrors(object, context)
    if (context.version !== 'v1') return errors
    // v1 checks both names of a new attachment once more.
    const { attacher = '', source = {} } = read(object).spec ?? {}
    driverName(attacher, 'spec.attacher', errors)
    const { persistentVolumeName: volume } = source
    if (volume !== undefined) subdomain(volume, 'spec.source.persistentVolumeName', errors)
    return errors
  },
  validatesOnce: true,
  validateUpdate(object, old, context) {
    const errors = attachmentErrors(object, context)
    addAll(errors, attachmentErrors(object, context))
    unchangedStruct('storage.VolumeAttachmentSpec', object['spec'], old['spec'], 'spec', errors)
    return errors
  },
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      keepsMetadata: STATUS_METADATA,
      validateUpdate(object) {
        const errors: Errors = []
        validateStatus(read(object), errors)
        return [...errors, ...errors]
      },
    },
  },
  ...tableOf(
    read,
    ['Attacher', 'string', ({ spec = {} }) => spec.attacher ?? '', { format: 'name' }],
    ['PV', 'string', ({ spec = {} }) => spec.source?.persistentVolumeName ?? ''],
    ['Node', 'string', ({ spec = {} }) => spec.nodeName ?? ''],
    ['Attached', 'boolean', ({ status = {} }) => status.attached ?? false],
    AGE,
  ),
}
