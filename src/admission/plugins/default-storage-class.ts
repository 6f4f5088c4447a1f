import { STORAGE_CLASS_ANNOTATION } from '../../api/kinds/shared/claim-spec'
import { defaultClasses } from '../../api/kinds/shared/default-class'
import { behaves } from '../../api/releases/ledger'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { CLAIMS, isAbout, refused } from '../shared/request'

const CLASSES = { group: 'storage.orch.io', resource: 'storageclasses' }

/**
 * Sets the default class on new claims without one; an empty class name is an explicit choice (admission document, DefaultStorageClass).
 */
export const defaultStorageClass = ({ reader, release }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'DefaultStorageClass',
  operations: ['CREATE'],
  admit(request) {
    const { object } = request
    if (!object || !isAbout(request, CLAIMS)) return
    const spec = (object.spec ??= {}) as { storageClassName?: string }
    const annotated =
      object.metadata.annotations && Object.hasOwn(object.metadata.annotations, STORAGE_CLASS_ANNOTATION)
    if (spec.storageClassName !== undefined || annotated) return
    const defaults = defaultClasses(reader.list(CLASSES))
    if (defaults.length > 1 && !behaves('newest-default-class', release))
      throw refused(request, `Internal error occurred: ${defaults.length} default StorageClasses were found`)
    const name = defaults[0]?.metadata.name
    if (name !== undefined) spec.storageClassName = name
  },
})
