import type * as core from 'kt126/core/v1'
import { forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { nonNegative, oneOf, port, portNumber, present } from '../meta/rules'

/** A container's probe as a client may send it. */
export type Probe = Draft<core.Probe>
/** A container's lifecycle hooks as a client may send them. */
export type Lifecycle = Draft<core.Lifecycle>

const HEADER = /^[-A-Za-z0-9]+$/
const HEADER_RULE =
  "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"

function httpGet(action: Draft<core.HTTPGetAction>, field: string, errors: Errors): void {
  present(action.path, `${field}.path`, errors)
  port(action.port, `${field}.port`, errors)
  oneOf(action.scheme, ['HTTP', 'HTTPS'], `${field}.scheme`, errors)
  for (const { name = '' } of action.httpHeaders ?? [])
    if (!HEADER.test(name)) errors.push(invalid(`${field}.httpHeaders`, name, HEADER_RULE))
}

/** Limits for a sleep hook. */
export interface SleepLimits {
  /** The pod's termination grace period in seconds, if known. */
  readonly most: number | undefined
  readonly zeroAllowed: boolean
  /** What the error says about zero. */
  readonly hint: string
}
/** A sleep hook, added in 1.29, which the typed packages lack. */
interface SleepingHandler {
  readonly sleep?: { readonly seconds?: number }
}

/** A sleep hook must end within the pod's grace period. */
function validateSleep(seconds: number, { most, zeroAllowed, hint }: SleepLimits, field: string, errors: Errors): void {
  if (most === undefined || most < 0 || (seconds >= (zeroAllowed ? 0 : 1) && seconds <= most)) return
  const least = zeroAllowed ? 'non-negative' : 'greater than 0'
  errors.push(invalid(field, seconds, `must be ${least} and less than terminationGracePeriodSeconds (${most})${hint}`))
}

/** Validates a handler: exactly one action must be set. */
function handler(probe: Probe & SleepingHandler, field: string, errors: Errors, limits?: SleepLimits): void {
  let found = 0
  const one = (member: string): boolean => {
    if (found++ === 0) return true
    errors.push(forbidden(`${field}.${member}`, 'may not specify more than 1 handler type'))
    return false
  }
  if (probe.exec && one('exec') && (probe.exec.command ?? []).length === 0)
    errors.push(required(`${field}.exec.command`))
  if (probe.httpGet && one('httpGet')) httpGet(probe.httpGet, `${field}.httpGet`, errors)
  if (probe.tcpSocket && one('tcpSocket')) port(probe.tcpSocket.port, `${field}.tcpSocket.port`, errors)
  if (probe.grpc && one('grpc')) portNumber(probe.grpc.port, `${field}.grpc.port`, errors)
  if (limits && probe.sleep && one('sleep')) validateSleep(probe.sleep.seconds ?? 0, limits, `${field}.sleep`, errors)
  if (found === 0) errors.push(required(field, 'must specify a handler type'))
}

const COUNTS = [
  'initialDelaySeconds',
  'timeoutSeconds',
  'periodSeconds',
  'successThreshold',
  'failureThreshold',
] as const

/** Validates a probe. Only readiness may require several successes; it may not set a grace period. */
export function validateProbe(probe: Probe | undefined, readiness: boolean, field: string, errors: Errors): void {
  if (!probe) return
  handler(probe, field, errors)
  for (const member of COUNTS) nonNegative(probe[member], `${field}.${member}`, errors)
  const grace = probe.terminationGracePeriodSeconds
  if (grace !== undefined && grace <= 0)
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must be greater than 0'))
  if (readiness && grace !== undefined)
    errors.push(invalid(`${field}.terminationGracePeriodSeconds`, grace, 'must not be set for readinessProbes'))
  if (!readiness && (probe.successThreshold ?? 0) !== 1)
    errors.push(invalid(`${field}.successThreshold`, probe.successThreshold ?? 0, 'must be 1'))
}

const NAMED_SIGNALS =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT RTMAX RTMIN SEGV STKFLT STOP SYS TERM TRAP ' +
  'TSTP TTIN TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ'
const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)
const STOP_SIGNALS: Readonly<Record<string, readonly string[]>> = {
  windows: ['SIGKILL', 'SIGTERM'],
  linux: [
    ...NAMED_SIGNALS.split(' ').map((name) => `SIG${name}`),
    ...upTo(14).map((i) => `SIGRTMAX-${i}`),
    ...upTo(15).map((i) => `SIGRTMIN+${i}`),
  ].sort(),
}

/** A signal that stops the container must be one that its operating system knows. */
function validateStopSignal(signal: string, os: string | undefined, field: string, errors: Errors): void {
  if (os === undefined)
    return void errors.push(forbidden(field, 'may not be set for containers with empty `spec.os.name`'))
  const known = STOP_SIGNALS[os]
  if (known && !known.includes(signal)) errors.push(notSupported(field, signal, known))
}

/** Validates a container's lifecycle hooks. */
export function validateLifecycle(
  lifecycle: Lifecycle | undefined,
  limits: SleepLimits,
  os: string | undefined,
  field: string,
  errors: Errors,
): void {
  if (lifecycle?.postStart) handler(lifecycle.postStart, `${field}.postStart`, errors, limits)
  if (lifecycle?.preStop) handler(lifecycle.preStop, `${field}.preStop`, errors, limits)
  const { stopSignal } = (lifecycle ?? {}) as { stopSignal?: string }
  if (stopSignal !== undefined) validateStopSignal(stopSignal, os, `${field}.stopSignal`, errors)
}
