import type * as core from 'kt126/core/v1'
import type * as storage from 'kt126/storage/v1'
import { asDraft } from '../../api/kinds/meta/draft'
import { compareSerialized } from '../../api/kinds/shared/serialized-quantity'
import { storageClassOf } from '../../api/kinds/shared/claim-spec'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { CLAIMS, isAbout, refused } from '../shared/request'

const CLASSES = { group: 'storage.orch.io', resource: 'storageclasses' }
const claimOf = (object: ApiObject) => asDraft<core.PersistentVolumeClaim>(object)
const sizeOf = (object: ApiObject) => claimOf(object).spec?.resources?.requests?.['storage'] ?? '0'
const classOf = (object: ApiObject) => storageClassOf(object, claimOf(object).spec?.storageClassName)

/** Allows claims to grow only if their storage class does (admission document, PersistentVolumeClaimResize). */
export const persistentVolumeClaimResize = ({ reader }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'PersistentVolumeClaimResize',
  operations: ['UPDATE'],
  validate(request) {
    const { object, oldObject } = request
    if (!object || !oldObject || !isAbout(request, CLAIMS)) return
    if (compareSerialized(sizeOf(object), sizeOf(oldObject)) <= 0) return
    if (claimOf(oldObject).status?.phase !== 'Bound')
      throw refused(request, 'only bound persistent volume claims can be expanded')
    const name = classOf(object)
    const found = name && name === classOf(oldObject) ? reader.get(CLASSES, undefined, name) : undefined
    if (asDraft<storage.StorageClass>(found).allowVolumeExpansion !== true)
      throw refused(
        request,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      )
  },
})
