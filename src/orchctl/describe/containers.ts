import { byText } from '../../machinery/by-text'
import type { ApiObject } from '../../machinery/object'
import { canonicalQuantity, isQuantity } from '../../machinery/quantity'
import { type Fields, fieldsOf, itemsOf, listOf, numberOf, orNone, textOf, timeText } from './common'
import { writeEnvironment } from './container-environment'
import type { Writer } from './writer'

const quantity = (value: unknown): string => (isQuantity(value) ? canonicalQuantity(value) : textOf(value))

/** The containers of a pod or a template; only pods have statuses. `space` indents the names of a template's containers. */
export function writeContainers(
  writer: Writer,
  title: string,
  containers: unknown,
  statuses: unknown,
  space: string,
  pod?: ApiObject,
): void {
  const list = itemsOf(containers)
  writer.line(0, list.length === 0 ? `${space}${title}: <none>` : `${space}${title}:`)
  const byName = new Map(itemsOf(statuses).map((one) => [textOf(one.name), one]))
  for (const container of list) {
    writer.line(1, `${space ? ' ' : ''}${textOf(container.name)}:`)
    const status = byName.get(textOf(container.name))
    writeBasics(writer, container, status)
    writeCommand(writer, 'Command', container.command)
    writeCommand(writer, 'Args', container.args)
    if (status) writeState(writer, status)
    writeResources(writer, container.resources)
    writeProbes(writer, container)
    writeEnvironment(writer, container, pod)
    writeMounts(writer, container)
  }
}

function writeBasics(writer: Writer, container: Fields, status: Fields | undefined): void {
  if (status) writer.field(2, 'Container ID', textOf(status.containerID))
  writer.field(2, 'Image', textOf(container.image))
  if (status) writer.field(2, 'Image ID', textOf(status.imageID))
  const ports = itemsOf(container.ports)
  const inside = ports.map((port) => `${numberOf(port.containerPort)}/${textOf(port.protocol)}`).join(', ')
  const outside = ports.map((port) => `${numberOf(port.hostPort)}/${textOf(port.protocol)}`).join(', ')
  writer.field(2, inside.includes(',') ? 'Ports' : 'Port', orNone(inside))
  writer.field(2, outside.includes(',') ? 'Host Ports' : 'Host Port', orNone(outside))
  const seccomp = fieldsOf(fieldsOf(container.securityContext).seccompProfile)
  if (seccomp.type) {
    writer.field(2, 'SeccompProfile', textOf(seccomp.type))
    if (seccomp.type === 'Localhost') writer.field(3, 'LocalhostProfile', textOf(seccomp.localhostProfile))
  }
}

function writeCommand(writer: Writer, title: string, words: unknown): void {
  const list = listOf(words).map(textOf)
  if (list.length === 0) return
  writer.line(2, `${title}:`)
  for (const word of list) for (const line of word.split('\n')) writer.line(3, line)
}

function writeState(writer: Writer, status: Fields): void {
  writeOneState(writer, 'State', fieldsOf(status.state))
  const last = fieldsOf(status.lastState)
  if (last.terminated) writeOneState(writer, 'Last State', last)
  writer.field(2, 'Ready', status.ready === true ? 'True' : 'False')
  writer.field(2, 'Restart Count', numberOf(status.restartCount))
}

function writeOneState(writer: Writer, title: string, { running, waiting, terminated }: Fields): void {
  if (running) {
    writer.field(2, title, 'Running')
    writer.field(3, 'Started', timeText(fieldsOf(running).startedAt))
  } else if (terminated) {
    const { reason, message, exitCode, signal, startedAt, finishedAt } = fieldsOf(terminated)
    writer.field(2, title, 'Terminated')
    writer.optional(3, 'Reason', textOf(reason))
    writer.optional(3, 'Message', textOf(message))
    writer.field(3, 'Exit Code', numberOf(exitCode))
    if (numberOf(signal) > 0) writer.field(3, 'Signal', numberOf(signal))
    writer.field(3, 'Started', timeText(startedAt))
    writer.field(3, 'Finished', timeText(finishedAt))
  } else {
    writer.field(2, title, 'Waiting')
    writer.optional(3, 'Reason', textOf(fieldsOf(waiting).reason))
  }
}

function writeResources(writer: Writer, resources: unknown): void {
  for (const [title, field] of [
    ['Limits', 'limits'],
    ['Requests', 'requests'],
  ] as const) {
    const entries = Object.entries(fieldsOf(fieldsOf(resources)[field])).sort(([a], [b]) => byText(a, b))
    if (entries.length === 0) continue
    writer.line(2, `${title}:`)
    for (const [name, value] of entries) writer.field(3, name, quantity(value))
  }
}

const PROBES = [
  ['Liveness', 'livenessProbe'],
  ['Readiness', 'readinessProbe'],
  ['Startup', 'startupProbe'],
] as const

function writeProbes(writer: Writer, container: Fields): void {
  for (const [title, field] of PROBES) {
    const probe = container[field]
    if (probe) writer.field(2, title, probeText(fieldsOf(probe)))
  }
}

/** A probe in one line. */
export function probeText(probe: Fields): string {
  const attributes = `delay=${numberOf(probe.initialDelaySeconds)}s timeout=${numberOf(probe.timeoutSeconds)}s period=${numberOf(probe.periodSeconds)}s #success=${numberOf(probe.successThreshold)} #failure=${numberOf(probe.failureThreshold)}`
  const { exec, httpGet, tcpSocket, grpc } = probe
  if (exec) return `exec [${listOf(fieldsOf(exec).command).map(textOf).join(' ')}] ${attributes}`
  if (httpGet) {
    const { scheme, host, port, path } = fieldsOf(httpGet)
    const address = `${textOf(scheme).toLowerCase()}://${textOf(host)}:${textOf(port)}`
    return `http-get ${address}${textOf(path) && !textOf(path).startsWith('/') ? '/' : ''}${textOf(path)} ${attributes}`
  }
  if (tcpSocket)
    return `tcp-socket ${textOf(fieldsOf(tcpSocket).host)}:${textOf(fieldsOf(tcpSocket).port)} ${attributes}`
  if (grpc) return `grpc <pod>:${textOf(fieldsOf(grpc).port)} ${textOf(fieldsOf(grpc).service)} ${attributes}`
  return `unknown ${attributes}`
}

function writeMounts(writer: Writer, container: Fields): void {
  const mounts = itemsOf(container.volumeMounts)
  if (mounts.length === 0) writer.field(2, 'Mounts', '<none>')
  else writer.line(2, 'Mounts:')
  for (const { name, mountPath, readOnly, subPath } of [...mounts].sort((a, b) =>
    byText(textOf(a.mountPath), textOf(b.mountPath)),
  )) {
    const flags = [readOnly === true ? 'ro' : 'rw', ...(subPath ? [`path="${textOf(subPath)}"`] : [])]
    writer.line(3, `${textOf(mountPath)} from ${textOf(name)} (${flags.join(',')})`)
  }
  const devices = itemsOf(container.volumeDevices)
  if (devices.length === 0) return
  writer.line(2, 'Devices:')
  for (const { devicePath, name } of devices) writer.line(3, `${textOf(devicePath)} from ${textOf(name)}`)
}
