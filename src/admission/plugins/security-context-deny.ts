import type { AdmissionPlugin } from '../plugin'
import { visitedContainers, podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'

const OF_POD = ['supplementalGroups', 'seLinuxOptions', 'runAsUser', 'fsGroup'] as const
const OF_CONTAINER = ['seLinuxOptions', 'runAsUser'] as const

/** Refuses pods that set users, groups or SELinux labels (admission document, SecurityContextDeny). */
export const securityContextDeny = (): AdmissionPlugin => ({
  name: 'SecurityContextDeny',
  operations: ['CREATE', 'UPDATE'],
  validate(request) {
    const spec = podSpecIn(request)
    if (!spec) return
    const own = OF_POD.find((field) => spec.securityContext?.[field] !== undefined)
    if (own) throw refused(request, `spec.securityContext.${own} is forbidden`)
    for (const { container, path } of visitedContainers(spec)) {
      const field = OF_CONTAINER.find((name) => container.securityContext?.[name] !== undefined)
      if (field) throw refused(request, `${path}.securityContext.${field} is forbidden`)
    }
  },
})
