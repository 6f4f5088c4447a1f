import { duplicate, forbidden, invalid, required } from '../../../../machinery/field-error'
import { goIntOrString, goNil, GoStruct, goText, GoText } from '../../../../machinery/go-values'
import { behaves, type Served } from '../../../releases/ledger'
import { type Errors, label, oneOf, port, portNumber, present, qualifiedName, unique } from '../../meta/rules'
import { PROTOCOLS } from '../../shared/containers'
import { isExternalName, isHeadless, type ServicePort, type Spec } from './service-shape'

const NODE_AGENT_PORT = 10250

function validatePort(given: ServicePort, named: boolean, names: Set<string>, field: string, errors: Errors): void {
  if (given.name) {
    label(given.name, `${field}.name`, errors)
    unique(given.name, names, `${field}.name`, errors)
  } else if (named) present('', `${field}.name`, errors)
  portNumber(given.port, `${field}.port`, errors)
  oneOf(given.protocol, PROTOCOLS, `${field}.protocol`, errors)
  port(given.targetPort, `${field}.targetPort`, errors)
  if (given.appProtocol !== undefined) qualifiedName(given.appProtocol, `${field}.appProtocol`, errors)
}

/** What a service's type requires of its ports: that there are some, and none that nodes use themselves. */
export function validatePortsOfType(spec: Spec, errors: Errors): void {
  const ports = spec.ports ?? []
  if (ports.length === 0 && !isHeadless(spec) && !isExternalName(spec)) errors.push(required('spec.ports'))
  if (spec.type !== 'LoadBalancer') return
  for (const [i, given] of ports.entries())
    if (given.port === NODE_AGENT_PORT)
      errors.push(
        invalid(
          `spec.ports[${i}]`,
          given.port,
          `may not expose port ${NODE_AGENT_PORT} externally since it is used by orchlet`,
        ),
      )
}

/** Errors of each port by itself, and of names that repeat. */
export function validatePorts(spec: Spec, errors: Errors): void {
  const ports = spec.ports ?? []
  const names = new Set<string>()
  for (const [i, given] of ports.entries()) validatePort(given, ports.length > 1, names, `spec.ports[${i}]`, errors)
}

/** Errors of node ports, and of ports that repeat. */
export function validatePortNumbers(spec: Spec, errors: Errors): void {
  const ports = [...(spec.ports ?? []).entries()]
  const nodePorts = ports.filter(([, { nodePort }]) => nodePort)
  if (spec.type === 'ClusterIP')
    for (const [i] of nodePorts)
      errors.push(forbidden(`spec.ports[${i}].nodePort`, "may not be used when `type` is 'ClusterIP'"))
  const seen = new Set<string>()
  for (const [i, { protocol, nodePort }] of nodePorts) {
    const key = `${protocol} node ${nodePort}`
    if (seen.has(key)) errors.push(duplicate(`spec.ports[${i}].nodePort`, nodePort))
    seen.add(key)
  }
  for (const [i, { protocol = '', port = 0 }] of ports) {
    const key = `${protocol} ${port}`
    if (seen.has(key)) errors.push(duplicate(`spec.ports[${i}]`, goPort({ protocol, port })))
    seen.add(key)
  }
}

/** Older releases refuse load balancers with ports of several protocols. */
export function validateProtocols(spec: Spec, served: Served, errors: Errors): void {
  const ports = spec.ports ?? []
  if (spec.type !== 'LoadBalancer' || behaves('service-mixed-protocols', served)) return
  if (new Set(ports.map(({ protocol = '' }) => protocol)).size > 1)
    errors.push(
      invalid('spec.ports', goPorts(ports), "may not contain more than 1 protocol when type is 'LoadBalancer'"),
    )
}

const goPort = ({
  name = '',
  protocol = '',
  port = 0,
  targetPort = 0,
  nodePort = 0,
  appProtocol,
}: ServicePort): GoStruct =>
  new GoStruct('core.ServicePort', {
    Name: name,
    Protocol: protocol,
    AppProtocol: appProtocol === undefined ? goNil('(*string)') : appProtocol,
    Port: port,
    TargetPort: goIntOrString(targetPort),
    NodePort: nodePort,
  })

const goPorts = (ports: readonly ServicePort[]): GoText =>
  new GoText(`[]core.ServicePort{${ports.map((port) => goText(goPort(port))).join(', ')}}`, ports.map(goPort))
