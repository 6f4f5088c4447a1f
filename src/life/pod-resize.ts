import { later } from '../api/kinds/shared/sidecars'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { type ContainerStatus, type Resources, containersOf, given, statusesOf } from './container-statuses'

const resourcesOf = (status: object): Resources | undefined => (status as { resources?: Resources }).resources

/** Whether a running container's resources differ from its requested ones, in statuses that report them. */
export const awaitsResize = (pod: ApiObject): boolean =>
  containersOf(pod).some(({ name, resources = {} }) => {
    const status = statusesOf(pod).find((one) => one.name === name)
    const has = status?.state?.running && resourcesOf(status)
    return has !== undefined && !equal(has, resources)
  })

/** The statuses of all containers with their requested resources; containers that can't be resized in place are restarted. */
export const resized = (pod: ApiObject, now: string): ContainerStatus[] =>
  statusesOf(pod).map((status) => {
    const container = containersOf(pod).find(({ name }) => name === status.name)
    const { resources = {} } = container ?? {}
    const has = resourcesOf(status) ?? {}
    if (!container || equal(has, resources)) return status
    const moved = (resource: string) =>
      (['requests', 'limits'] as const).some((member) => has[member]?.[resource] !== resources[member]?.[resource])
    const policies = later(container).resizePolicy ?? []
    const again = policies.some((one) => one.restartPolicy === 'RestartContainer' && moved(one.resourceName ?? ''))
    const startedAt = status.state?.running?.startedAt ?? now
    return {
      ...status,
      ...given(resources),
      ...(again && {
        restartCount: (status.restartCount ?? 0) + 1,
        lastState: { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt: now } },
        state: { running: { startedAt: now } },
      }),
    }
  })
