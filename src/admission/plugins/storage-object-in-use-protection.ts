import type { AdmissionPlugin } from '../plugin'
import { CLAIMS, isAbout, VOLUMES } from '../shared/request'

/** Keeps a claim while a pod uses it. */
export const CLAIM_FINALIZER = 'orch.io/pvc-protection'
/** Keeps a volume while it is bound to a claim. */
export const VOLUME_FINALIZER = 'orch.io/pv-protection'

const GUARDED = [
  [CLAIMS, CLAIM_FINALIZER],
  [VOLUMES, VOLUME_FINALIZER],
] as const

/** Adds finalizers that keep claims and volumes while in use (admission document, StorageObjectInUseProtection). */
export const storageObjectInUseProtection = (): AdmissionPlugin => ({
  name: 'StorageObjectInUseProtection',
  operations: ['CREATE'],
  admit(request) {
    const [, finalizer] = GUARDED.find(([of]) => isAbout(request, of)) ?? []
    if (!finalizer || !request.object) return
    const finalizers = (request.object.metadata.finalizers ??= [])
    if (!finalizers.includes(finalizer)) finalizers.push(finalizer)
  },
})
