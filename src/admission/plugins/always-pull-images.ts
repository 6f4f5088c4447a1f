import type { AdmissionPlugin } from '../plugin'
import { containersOf, keepsImages, podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'

/** Nobody runs an image that a node happens to have without being allowed to pull it (admission document, AlwaysPullImages). */
export const alwaysPullImages = (): AdmissionPlugin => ({
  name: 'AlwaysPullImages',
  operations: ['CREATE', 'UPDATE'],
  admit(request) {
    const spec = podSpecIn(request)
    // The policy of a running pod can't change, so a pod from before the plugin was on keeps its own.
    if (!spec || keepsImages(request)) return
    for (const { container } of containersOf(spec)) container.imagePullPolicy = 'Always'
  },
  validate(request) {
    const spec = podSpecIn(request)
    if (!spec || keepsImages(request)) return
    const other = containersOf(spec).find(({ container }) => container.imagePullPolicy !== 'Always')
    if (other) throw refused(request, `${other.path}.imagePullPolicy must be "Always"`)
  },
})
