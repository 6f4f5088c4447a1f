import type { AdmissionPlugin } from '../plugin'
import { visitedContainers, podSpecIn } from '../shared/pods'
import { podRefused } from '../shared/request'

// Refusals name the fields of a real server's own types.
const OF_POD = {
  supplementalGroups: 'SupplementalGroups',
  seLinuxOptions: 'SELinuxOptions',
  runAsUser: 'RunAsUser',
  fsGroup: 'FSGroup',
} as const
const OF_CONTAINER = { seLinuxOptions: 'SELinuxOptions', runAsUser: 'RunAsUser' } as const

/** The name of the first field that is set. */
const setIn = (context: object | undefined, names: Readonly<Record<string, string>>): string | undefined => {
  const given = new Map<string, unknown>(Object.entries(context ?? {}))
  return Object.entries(names).find(([field]) => given.get(field) !== undefined)?.[1]
}

/** Refuses pods that set users, groups or SELinux labels (admission document, SecurityContextDeny). */
export const securityContextDeny = (): AdmissionPlugin => ({
  name: 'SecurityContextDeny',
  operations: ['CREATE', 'UPDATE'],
  validate(request) {
    const spec = podSpecIn(request)
    if (!spec) return
    const own = setIn(spec.securityContext, OF_POD)
    if (own) throw podRefused(request, `pod.Spec.SecurityContext.${own} is forbidden`)
    for (const { container } of visitedContainers(spec)) {
      const field = setIn(container.securityContext, OF_CONTAINER)
      if (field) throw podRefused(request, `SecurityContext.${field} is forbidden`)
    }
  },
})
