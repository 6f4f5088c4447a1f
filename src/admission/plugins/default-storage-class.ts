import { STORAGE_CLASS_ANNOTATION } from '../../api/kinds/shared/claim-spec'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { CLAIMS, isAbout, refused } from '../shared/request'

const CLASSES = { group: 'storage.orch.io', resource: 'storageclasses' }
const DEFAULT_ANNOTATIONS = ['storageclass.orch.io/is-default-class', 'storageclass.beta.orch.io/is-default-class']

/**
 * Sets the default class on new claims without one; an empty class name is an explicit choice (admission document, DefaultStorageClass).
 */
export const defaultStorageClass = ({ reader }: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'DefaultStorageClass',
  operations: ['CREATE'],
  admit(request) {
    const { object } = request
    if (!object || !isAbout(request, CLAIMS)) return
    const spec = (object.spec ??= {}) as { storageClassName?: string }
    const annotated =
      object.metadata.annotations && Object.hasOwn(object.metadata.annotations, STORAGE_CLASS_ANNOTATION)
    if (spec.storageClassName !== undefined || annotated) return
    const defaults = reader
      .list(CLASSES)
      .filter(({ metadata }) => DEFAULT_ANNOTATIONS.some((name) => metadata.annotations?.[name] === 'true'))
    if (defaults.length > 1)
      throw refused(request, `${defaults.length} storage classes are the default, only one may be`)
    const name = defaults[0]?.metadata.name
    if (name !== undefined) spec.storageClassName = name
  },
})
