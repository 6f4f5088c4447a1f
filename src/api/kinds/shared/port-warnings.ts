import { behaves } from '../../releases/ledger'
import type { Container } from './pod-types'

type Port = NonNullable<Container['ports']>[number]

/** A container with the path of its field. */
export type Placed = readonly [container: Container, field: string]

const textOf = ({ name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' }: Port): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`

/** How a port gets in the way of another one with the same number and protocol; undefined if it does not. */
function conflict(one: Port, other: Port): string | undefined {
  const [ip = '', otherIp = ''] = [one.hostIP, other.hostIP]
  const [port = 0, otherPort = 0] = [one.hostPort, other.hostPort]
  if (ip === otherIp && port === otherPort) return 'duplicate port definition'
  if (port === 0 || otherPort === 0) return 'overlapping port definition'
  return port === otherPort && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous port definition' : undefined
}

/** Warnings about ports of a pod's containers that get in the way of each other. */
export function portWarnings(containers: readonly Placed[], release: number): string[] {
  if (!behaves('pod-port-warnings', release)) return []
  const texts: string[] = []
  const seen = new Map<string, [Port, string][]>()
  const names = new Map<string, string>()
  const named: string[] = []
  for (const [container, field] of containers)
    for (const [i, port] of (container.ports ?? []).entries()) {
      const at = `${field}.ports[${i}]`
      if (port.hostIP && !port.hostPort) texts.push(`${at}: hostIP set without hostPort: ${textOf(port)}`)
      const key = `${port.containerPort}/${port.protocol}`
      const others = seen.get(key) ?? []
      for (const [other, where] of others) {
        const how = conflict(port, other)
        if (how) texts.push(`${at}: ${how} with ${where}`)
      }
      seen.set(key, [...others, [port, at]])
      const first = names.get(port.name ?? '')
      if (first !== undefined)
        named.push(
          `${at}: duplicate port name ${JSON.stringify(port.name)} with ${first}, services and probes that select ports by name will use ${first}`,
        )
      else if (port.name) names.set(port.name, at)
    }
  return behaves('port-name-warnings', release) ? [...texts, ...named] : texts
}
