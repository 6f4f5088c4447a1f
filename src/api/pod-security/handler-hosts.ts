import {
  namedContainers,
  plural,
  quoted,
  type Subject,
  subjectContainers,
  type Violation,
  type Visited,
} from './subject'

interface NamedHost {
  readonly host: string
  readonly field: string
}

/** Hosts named by the probes and lifecycle handlers of a container. */
function hostsOf({ container, path }: Visited): readonly NamedHost[] {
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container
  const handlers = {
    livenessProbe,
    readinessProbe,
    startupProbe,
    'lifecycle.postStart': lifecycle?.postStart,
    'lifecycle.preStop': lifecycle?.preStop,
  }
  return Object.entries(handlers).flatMap(([name, handler]) =>
    (['httpGet', 'tcpSocket'] as const).flatMap((action) => {
      const host = handler?.[action]?.host
      return host ? [{ host, field: `${path}.${name}.${action}.host` }] : []
    }),
  )
}

/** The node sends these requests, so a host would let a pod direct them anywhere. */
export function handlerHosts(subject: Subject): Violation | undefined {
  const bad = subjectContainers(subject).flatMap((visited) => {
    const found = hostsOf(visited)
    return found.length > 0 ? [{ name: visited.name, found }] : []
  })
  if (bad.length === 0) return undefined
  const containers = bad.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const hosts = [...new Set(bad.flatMap(({ found }) => found.map(({ host }) => host)))].sort()
  return {
    reason: 'probe or lifecycle host',
    detail: `${namedContainers(containers)} ${bad.length === 1 ? 'uses' : 'use'} ${plural('probe or lifecycle host', hosts.length)} ${quoted(hosts)}`,
    fields: bad.flatMap(({ found }) => found.map(({ field }) => field)),
  }
}
