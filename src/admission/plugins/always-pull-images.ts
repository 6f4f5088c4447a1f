import { behaves } from '../../api/releases/ledger'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { visitedContainers, keepsImages, podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'

/**
 * Forces image pulls, so that nobody runs an image from a node's cache without permission to pull it (admission document,
 * AlwaysPullImages).
 */
export const alwaysPullImages = ({ release }: Pick<AdmissionEnvironment, 'release'>): AdmissionPlugin => {
  // The pull policy of a running pod can't change.
  const isLeftAlone = (request: AdmissionRequest) =>
    behaves('always-pull-images-keeps-running-pods', release) && keepsImages(request)
  return {
    name: 'AlwaysPullImages',
    operations: ['CREATE', 'UPDATE'],
    admit(request) {
      const spec = podSpecIn(request)
      if (!spec || isLeftAlone(request)) return
      for (const { container } of visitedContainers(spec)) container.imagePullPolicy = 'Always'
    },
    validate(request) {
      const spec = podSpecIn(request)
      if (!spec || isLeftAlone(request)) return
      const other = visitedContainers(spec).find(({ container }) => container.imagePullPolicy !== 'Always')
      if (other) throw refused(request, `${other.path}.imagePullPolicy must be "Always"`)
    },
  }
}
