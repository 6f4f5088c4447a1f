import type * as core from 'kt126/core/v1'
import { behaves, type Served } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import type { Container, PodSpec, PodTemplate } from './pod-types'
import { roundQuantities } from './serialized-quantity'
import { defaultClaimSpec } from './claim-spec'
import type { Probe } from './handlers'
import { pullPolicyOf } from './image'
import { type LaterVolume, podResourcesOf, withLater } from './later-pod'
import { defaultPodResources } from './pod-resources'
import type { Volume } from './volumes'

const FILE_MODE = 0o644
const TOKEN_SECONDS = 3600

function httpGet(action: Draft<core.HTTPGetAction> | undefined): void {
  if (!action) return
  action.path ||= '/'
  action.scheme ||= 'HTTP'
}

function probe(given: Probe | undefined): void {
  if (!given) return
  given.timeoutSeconds ||= 1
  given.periodSeconds ||= 10
  given.successThreshold ||= 1
  given.failureThreshold ||= 3
  httpGet(given.httpGet)
  if (given.grpc) given.grpc.service ??= ''
}

function defaultResources(resources: { limits?: Record<string, string>; requests?: Record<string, string> }): void {
  roundQuantities(resources.limits)
  roundQuantities(resources.requests)
}

function container(given: Container, { feature }: Served): void {
  given.imagePullPolicy ||= pullPolicyOf(given.image ?? '')
  given.terminationMessagePath ||= '/dev/termination-log'
  given.terminationMessagePolicy ||= 'File'
  // Without the feature, the server resets this to its only supported value.
  if (given.securityContext?.procMount !== undefined && !feature('ProcMountType'))
    given.securityContext.procMount = 'Default'
  given.resources ??= {}
  defaultResources(given.resources)
  for (const port of given.ports ?? []) port.protocol ||= 'TCP'
  for (const { valueFrom } of given.env ?? []) {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1'
    if (valueFrom?.resourceFieldRef) valueFrom.resourceFieldRef.divisor ??= '0'
  }
  probe(given.livenessProbe)
  probe(given.readinessProbe)
  probe(given.startupProbe)
  httpGet(given.lifecycle?.postStart?.httpGet)
  httpGet(given.lifecycle?.preStop?.httpGet)
}

function files(items: Draft<core.DownwardAPIVolumeFile>[] | undefined): void {
  for (const { fieldRef, resourceFieldRef } of items ?? []) {
    if (fieldRef) fieldRef.apiVersion ||= 'v1'
    if (resourceFieldRef) resourceFieldRef.divisor ??= '0'
  }
}

/** Defaults of volume sources shared by pods and persistent volumes. */
export function defaultSource(source: Draft<core.Volume> | Draft<core.PersistentVolumeSpec>): void {
  if (source.hostPath) source.hostPath.type ??= ''
  if (source.iscsi) source.iscsi.iscsiInterface ||= 'default'
  if (source.rbd) {
    source.rbd.pool ||= 'rbd'
    source.rbd.user ||= 'admin'
    source.rbd.keyring ||= '/etc/ceph/keyring'
  }
  if (source.azureDisk) {
    source.azureDisk.cachingMode ??= 'ReadWrite'
    source.azureDisk.kind ??= 'Shared'
    source.azureDisk.fsType ??= 'ext4'
    source.azureDisk.readOnly ??= false
  }
  if (source.scaleIO) {
    source.scaleIO.storageMode ||= 'ThinProvisioned'
    source.scaleIO.fsType ||= 'xfs'
  }
}

function volume(given: Volume): void {
  // A volume without source is an emptyDir.
  const { name: _name, ...sources } = given
  const { image } = withLater<LaterVolume>(given)
  if (image) image.pullPolicy ||= pullPolicyOf(image.reference ?? '')
  if (Object.values(sources).every((source) => source === undefined)) given.emptyDir = {}
  if (given.secret) given.secret.defaultMode ??= FILE_MODE
  if (given.configMap) given.configMap.defaultMode ??= FILE_MODE
  if (given.downwardAPI) {
    given.downwardAPI.defaultMode ??= FILE_MODE
    files(given.downwardAPI.items)
  }
  if (given.projected) {
    given.projected.defaultMode ??= FILE_MODE
    for (const { downwardAPI, serviceAccountToken } of given.projected.sources ?? []) {
      files(downwardAPI?.items)
      if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= TOKEN_SECONDS
    }
  }
  const template = given.ephemeral?.volumeClaimTemplate
  if (template) {
    template.metadata ??= {}
    template.spec ??= {}
    defaultClaimSpec(template.spec)
  }
  defaultSource(given)
}

/** Copies the legacy and the current service account field to each other if only one is set. */
export function alignServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName || spec.serviceAccount
  if (!name) return
  spec.serviceAccountName = name
  spec.serviceAccount = name
}

/** Defaults of a pod spec, standalone or in a template. */
export function defaultPodSpec(spec: PodSpec, served: Served): void {
  alignServiceAccount(spec)
  for (const one of spec.volumes ?? []) volume(one)
  for (const list of [spec.initContainers, spec.containers, spec.ephemeralContainers])
    for (const one of list ?? []) container(one, served)
  spec.restartPolicy ||= 'Always'
  spec.terminationGracePeriodSeconds ??= 30
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.securityContext ??= {}
  spec.schedulerName ||= 'default-scheduler'
  roundQuantities(spec.overhead)
  defaultResources(podResourcesOf(spec) ?? {})
}

/** With host networking, container ports are host ports. */
function defaultHostPorts(spec: PodSpec): void {
  if (!spec.hostNetwork) return
  for (const one of [...(spec.containers ?? []), ...(spec.initContainers ?? [])])
    for (const port of one.ports ?? []) if (port.containerPort !== undefined) port.hostPort ||= port.containerPort
}

/** Defaults of a pod template, which is created if absent. */
export function defaultPodTemplate(template: PodTemplate | undefined, served: Served): PodTemplate {
  const { release, feature } = served
  const filled = template ?? {}
  filled.metadata ??= {}
  filled.spec ??= {}
  defaultPodSpec(filled.spec, served)
  if (behaves('template-host-ports', release) || feature('DefaultHostNetworkHostPortsInPodTemplates'))
    defaultHostPorts(filled.spec)
  return filled
}

/** Defaults of pods that templates may lack: requests from limits, service links, host ports. */
export function defaultPod(spec: PodSpec, served: Served): void {
  defaultHostPorts(spec)
  for (const { resources } of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    if (!resources?.limits) continue
    resources.requests ??= {}
    for (const name in resources.limits) {
      const limit = resources.limits[name]
      if (limit !== undefined) resources.requests[name] ??= limit
    }
    if (Object.keys(resources.requests).length === 0) delete resources.requests
  }
  defaultPodResources(spec, served)
  spec.enableServiceLinks ??= true
}
