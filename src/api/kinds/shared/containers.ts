import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, invalid, notFound, notSupported, required } from '../../../machinery/field-error'
import { GoStruct } from '../../../machinery/go-values'
import type { Feature } from '../../releases/gates'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { isPortNumber, label, oneOf, port, portNumber, present, unique } from '../meta/rules'
import type { Container } from './pod-types'
import { validateEnvironment, validateEnvironmentFrom } from './environment'
import { validateLifecycle, validateProbe } from './handlers'
import { validateResources } from './resources'
import { validateResizePolicy, validateRestartPolicy } from './restart-policies'
import { validateSecurityContext } from './security'
import { isSidecar, later } from './sidecars'
import type { Volume } from './volumes'
import { validateDevices, validateMounts } from './volume-mounts'

/** Allowed protocols of ports, as error messages list them. */
export const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP']
/** Allowed image pull policies, as error messages list them. */
export const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never']

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']

/** Context for validating containers. */
export interface ContainerContext {
  readonly volumes: ReadonlyMap<string, Volume>
  /** Whether the server allows privileged containers. */
  readonly privilegedAllowed: boolean
  readonly release: number
  readonly feature: Feature
  /** Restart policy of the pod. */
  readonly restartPolicy?: string
  /** Termination grace period of the pod, in seconds. */
  readonly gracePeriod?: number
  /** Names of the pod's resource claims. */
  readonly claims: ReadonlySet<string>
  /** Whether users of the pod are those of the host. */
  readonly hostUsers: boolean
  /** The operating system that the pod declares. */
  readonly os?: string
}

function validatePorts(ports: readonly Draft<core.ContainerPort>[], field: string, errors: Errors): void {
  const names = new Set<string>()
  for (const [i, { name, containerPort = 0, hostPort, protocol }] of ports.entries()) {
    const at = `${field}[${i}]`
    if (name) {
      const before = errors.length
      port(name, `${at}.name`, errors)
      if (errors.length === before) unique(name, names, `${at}.name`, errors)
    }
    if (containerPort === 0) errors.push(required(`${at}.containerPort`))
    else portNumber(containerPort, `${at}.containerPort`, errors)
    if (hostPort && !isPortNumber(hostPort)) portNumber(hostPort, `${at}.hostPort`, errors)
    oneOf(protocol, PROTOCOLS, `${at}.protocol`, errors)
  }
}

/**
 * Validates a container of any type. `names` are those already taken; its own is added. With `hooksFirst`, hooks and probes are checked
 * here.
 */
function validateContainer(
  container: Container,
  names: Set<string>,
  context: ContainerContext,
  field: string,
  errors: Errors,
  hooksFirst = false,
): void {
  const { name } = container
  const last = behaves('container-names-compared-last', context.release)
  if (present(name, `${field}.name`, errors)) label(name ?? '', `${field}.name`, errors)
  if (!last) unique(name ?? '', names, `${field}.name`, errors)
  present(container.image, `${field}.image`, errors)
  if (hooksFirst) validateHandlers(container, context, field, errors)
  validateCommon(container, context, field, errors)
  if (last) unique(name ?? '', names, `${field}.name`, errors)
}

function validateCommon(container: Container, context: ContainerContext, field: string, errors: Errors): void {
  const policy = container.terminationMessagePolicy
  if (present(policy, `${field}.terminationMessagePolicy`, errors) && !MESSAGE_POLICIES.includes(policy ?? ''))
    errors.push(
      behaves('message-policies-listed', context.release)
        ? notSupported(`${field}.terminationMessagePolicy`, policy, MESSAGE_POLICIES)
        : invalid(`${field}.terminationMessagePolicy`, policy, "must be 'File' or 'FallbackToLogsOnError'"),
    )
  if (container.ports) validatePorts(container.ports, `${field}.ports`, errors)
  if (container.env) validateEnvironment(container.env, `${field}.env`, context, errors)
  if (container.envFrom) validateEnvironmentFrom(container.envFrom, `${field}.envFrom`, context, errors)
  if (container.volumeMounts) validateMounts(container, context.volumes, `${field}.volumeMounts`, errors)
  if (container.volumeDevices)
    validateDevices(container, context.volumes, `${field}.volumeDevices`, context.release, errors)
  oneOf(container.imagePullPolicy, PULL_POLICIES, `${field}.imagePullPolicy`, errors)
  if (container.resources) validateResources(container.resources, context, `${field}.resources`, errors)
  validateResizePolicy(container, context.restartPolicy, `${field}.resizePolicy`, errors)
  validateSecurityContext(container.securityContext, context, `${field}.securityContext`, errors)
}

/** Host ports must be unique among containers. */
function hostPorts(containers: readonly Container[], first: number, field: string, errors: Errors): void {
  const taken = new Set<string>()
  for (const [i, container] of containers.entries())
    for (const [j, { hostPort, hostIP = '', protocol = '' }] of (container.ports ?? []).entries())
      if (hostPort)
        unique(`${protocol}/${hostIP}/${hostPort}`, taken, `${field}[${first + i}].ports[${j}].hostPort`, errors)
}

function validateHandlers(container: Container, context: ContainerContext, field: string, errors: Errors): void {
  const zeroAllowed = context.feature('PodLifecycleSleepActionAllowZero')
  const hint = !zeroAllowed && behaves('sleep-of-zero-hint', context.release) ? ZERO_SLEEP : ''
  const limits = { most: context.gracePeriod, zeroAllowed, hint }
  validateLifecycle(container.lifecycle, limits, context.os, `${field}.lifecycle`, errors)
  validateProbe(container.livenessProbe, false, `${field}.livenessProbe`, errors)
  validateProbe(container.readinessProbe, true, `${field}.readinessProbe`, errors)
  validateProbe(container.startupProbe, false, `${field}.startupProbe`, errors)
}

const restarts = ({ feature }: ContainerContext) => ({
  rules: feature('ContainerRestartRules'),
  restartAll: feature('RestartAllContainersOnContainerExits'),
})

/** Validates a pod's regular containers. */
export function validateContainers(
  containers: readonly Container[],
  context: ContainerContext,
  field: string,
  errors: Errors,
): void {
  if (containers.length === 0) errors.push(required(field))
  const names = new Set<string>()
  for (const [i, container] of containers.entries()) {
    const at = `${field}[${i}]`
    const hooksFirst = !behaves('container-names-compared-last', context.release)
    validateContainer(container, names, context, at, errors, hooksFirst)
    validateRestartPolicy(container, { init: false, ...restarts(context) }, at, errors)
    if (!hooksFirst) validateHandlers(container, context, at, errors)
  }
  hostPorts(containers, 0, field, errors)
}

/** Ephemeral containers may not have restart settings. */
const ZERO_SLEEP = '. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.'
const LATER_MEMBERS = ['resizePolicy', 'restartPolicy', 'restartPolicyRules'] as const
const NOT_IN_INIT = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'] as const

const namesOf = (containers: readonly Container[]): Set<string> => new Set(containers.map(({ name = '' }) => name))

/** Validates init containers, which run one after another before the others. */
export function validateInitContainers(
  containers: readonly Container[],
  others: readonly Container[],
  context: ContainerContext,
  field: string,
  errors: Errors,
): void {
  const names = namesOf(others)
  for (const [i, container] of containers.entries()) {
    const at = `${field}[${i}]`
    // Names of other init containers are looked up twice.
    const { name } = container
    if (name && containers.findIndex((other) => other.name === name) < i) errors.push(duplicate(`${at}.name`, name))
    validateContainer(container, names, context, at, errors)
    validateRestartPolicy(container, { init: true, ...restarts(context) }, at, errors)
    hostPorts([container], i, field, errors)
    const forbids = behaves('init-container-fields-forbidden', context.release)
    if (isSidecar(container) || !forbids) validateHandlers(container, context, at, errors)
    if (isSidecar(container)) continue
    const { resizePolicy } = later(container)
    if (resizePolicy && resizePolicy.length > 0)
      errors.push(invalid(`${at}.resizePolicy`, resizePolicy, 'must not be set for init containers'))
    for (const member of NOT_IN_INIT) {
      if (container[member] === undefined) continue
      const why = behaves('init-container-words', context.release)
        ? 'may not be set for init containers without restartPolicy=Always'
        : `${forbids ? 'may' : 'must'} not be set for init containers`
      errors.push(
        forbids
          ? forbidden(`${at}.${member}`, why)
          : invalid(
              `${at}.${member}`,
              new GoStruct(member === 'lifecycle' ? 'core.Lifecycle' : 'core.Probe', container[member]),
              why,
            ),
      )
    }
  }
}

const NOT_IN_EPHEMERAL = [...NOT_IN_INIT, 'ports', 'resources', ...LATER_MEMBERS] as const
const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Validates ephemeral containers, which are added to a running pod. */
export function validateEphemeralContainers(
  containers: readonly Draft<core.EphemeralContainer>[],
  others: readonly Container[],
  inits: readonly Container[],
  context: ContainerContext,
  field: string,
  errors: Errors,
): void {
  const targets = new Set(others.map(({ name }) => name))
  const names = namesOf([...others, ...inits])
  for (const [i, container] of containers.entries()) {
    const at = `${field}[${i}]`
    validateContainer(container, names, context, at, errors)
    const target = container.targetContainerName
    if (target && !targets.has(target)) errors.push(notFound(`${at}.targetContainerName`, target))
    for (const member of NOT_IN_EPHEMERAL)
      if (!isEmpty({ ...container, ...later(container) }[member]))
        errors.push(forbidden(`${at}.${member}`, 'cannot be set for an Ephemeral Container'))
    for (const [j, mount] of (container.volumeMounts ?? []).entries())
      for (const member of ['subPath', 'subPathExpr'] as const)
        if (mount[member])
          errors.push(forbidden(`${at}.volumeMounts[${j}].${member}`, 'cannot be set for an Ephemeral Container'))
  }
}
