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

/** Errors of a service's ports. */
export function validatePorts(spec: Spec, served: Served, errors: Errors): void {
  const ports = spec.ports ?? []
  if (ports.length === 0 && !isHeadless(spec) && !isExternalName(spec)) errors.push(required('spec.ports'))
  const names = new Set<string>()
  const seen = new Set<string>()
  const nodePorts = new Set<string>()
  for (const [i, given] of ports.entries()) {
    const at = `spec.ports[${i}]`
    validatePort(given, ports.length > 1, names, at, errors)
    if (spec.type === 'LoadBalancer' && given.port === NODE_AGENT_PORT)
      errors.push(
        invalid(at, given.port, `may not expose port ${NODE_AGENT_PORT} externally since it is used by orchlet`),
      )
    if (!given.nodePort) continue
    if (spec.type === 'ClusterIP')
      errors.push(forbidden(`${at}.nodePort`, "may not be used when `type` is 'ClusterIP'"))
    const nodeKey = `${given.protocol} ${given.nodePort}`
    if (nodePorts.has(nodeKey)) errors.push(duplicate(`${at}.nodePort`, given.nodePort))
    nodePorts.add(nodeKey)
  }
  for (const [i, { protocol = '', port = 0 }] of ports.entries()) {
    const key = `${protocol} ${port}`
    if (seen.has(key)) errors.push(duplicate(`spec.ports[${i}]`, goPort({ protocol, port })))
    seen.add(key)
  }
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
