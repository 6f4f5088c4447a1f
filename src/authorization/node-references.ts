import { at, isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'

/** References of pods and volumes: the edges along which a node may read (node authorization). */
export type ReferenceKind = 'secret' | 'configmap' | 'claim' | 'resourceclaim' | 'serviceaccount'

/** The key of a referenced object; all kinds are namespaced. */
export const referenceKey = (kind: ReferenceKind, namespace: string, name: string): string =>
  `${kind}:${namespace}/${name}`

const MIRROR_ANNOTATION = 'orch.io/config.mirror'

const texts = (...values: unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '')
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

// Paths below a volume, and below a projected source, that name a secret or config map.
const VOLUME_SECRETS: readonly (readonly string[])[] = [
  ['azureFile', 'secretName'],
  ['cephfs', 'secretRef', 'name'],
  ['cinder', 'secretRef', 'name'],
  ['flexVolume', 'secretRef', 'name'],
  ['rbd', 'secretRef', 'name'],
  ['secret', 'secretName'],
  ['scaleIO', 'secretRef', 'name'],
  ['iscsi', 'secretRef', 'name'],
  ['storageos', 'secretRef', 'name'],
  ['csi', 'nodePublishSecretRef', 'name'],
]

const containersOf = (spec: unknown): unknown[] =>
  ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => items(at(spec, list)))

function secretsOf(spec: unknown): string[] {
  return texts(
    ...items(at(spec, 'imagePullSecrets')).map((ref) => at(ref, 'name')),
    ...containersOf(spec).flatMap((container) => [
      ...items(at(container, 'envFrom')).map((from) => at(from, 'secretRef', 'name')),
      ...items(at(container, 'env')).map((entry) => at(entry, 'valueFrom', 'secretKeyRef', 'name')),
    ]),
    ...items(at(spec, 'volumes')).flatMap((volume) => [
      ...VOLUME_SECRETS.map((path) => at(volume, ...path)),
      ...items(at(volume, 'projected', 'sources')).map((source) => at(source, 'secret', 'name')),
    ]),
  )
}

function configMapsOf(spec: unknown): string[] {
  return texts(
    ...containersOf(spec).flatMap((container) => [
      ...items(at(container, 'envFrom')).map((from) => at(from, 'configMapRef', 'name')),
      ...items(at(container, 'env')).map((entry) => at(entry, 'valueFrom', 'configMapKeyRef', 'name')),
    ]),
    ...items(at(spec, 'volumes')).flatMap((volume) => [
      at(volume, 'configMap', 'name'),
      ...items(at(volume, 'projected', 'sources')).map((source) => at(source, 'configMap', 'name')),
    ]),
  )
}

function claimsOf(pod: ApiObject): string[] {
  return texts(
    ...items(at(pod, 'spec', 'volumes')).flatMap((volume) => [
      at(volume, 'persistentVolumeClaim', 'claimName'),
      isObject(at(volume, 'ephemeral')) ? `${pod.metadata.name ?? ''}-${String(at(volume, 'name'))}` : undefined,
    ]),
  )
}

/** Resource claims: named by the pod, or created for it from a template or for its extended resources. */
function resourceClaimsOf(pod: ApiObject): string[] {
  const own = new Set(texts(...items(at(pod, 'spec', 'resourceClaims')).map((claim) => at(claim, 'name'))))
  return texts(
    ...items(at(pod, 'spec', 'resourceClaims')).map((claim) => at(claim, 'resourceClaimName')),
    ...items(at(pod, 'status', 'resourceClaimStatuses'))
      .filter((made) => own.has(String(at(made, 'name'))))
      .map((made) => at(made, 'resourceClaimName')),
    at(pod, 'status', 'extendedResourceClaimStatus', 'resourceClaimName'),
  )
}

/** The node that a pod is bound to; empty before that. */
export const nodeOf = (pod: ApiObject): string => texts(at(pod, 'spec', 'nodeName'))[0] ?? ''

/** The names of all objects that a pod refers to, by kind. */
export function namedByPod(pod: ApiObject): readonly (readonly [ReferenceKind, readonly string[]])[] {
  const spec = pod['spec']
  return [
    ['serviceaccount', texts(at(spec, 'serviceAccountName'))],
    ['secret', secretsOf(spec)],
    ['configmap', configMapsOf(spec)],
    ['claim', claimsOf(pod)],
    ['resourceclaim', resourceClaimsOf(pod)],
  ]
}

/**
 * All references of a pod. A mirror pod has none: nodes create those themselves, and could otherwise grant themselves access to any object.
 */
export function podReferences(pod: ApiObject): string[] {
  const { namespace = '', annotations = {} } = pod.metadata
  if (MIRROR_ANNOTATION in annotations) return []
  const named = namedByPod(pod)
  return [...new Set(named.flatMap(([kind, names]) => names.map((name) => referenceKey(kind, namespace, name))))]
}

// Secrets of a volume that nodes need, without those for the controller side of a CSI driver.
const PERSISTENT_SECRETS: readonly (readonly string[])[] = [
  ['cephfs', 'secretRef'],
  ['cinder', 'secretRef'],
  ['flexVolume', 'secretRef'],
  ['rbd', 'secretRef'],
  ['scaleIO', 'secretRef'],
  ['iscsi', 'secretRef'],
  ['storageos', 'secretRef'],
  ['csi', 'nodePublishSecretRef'],
  ['csi', 'nodeStageSecretRef'],
  ['csi', 'nodeExpandSecretRef'],
]

/** The reference to the claim that a volume is bound to; undefined if it is not bound. */
export function claimOf(volume: ApiObject): string | undefined {
  const [namespace, name] = [at(volume, 'spec', 'claimRef', 'namespace'), at(volume, 'spec', 'claimRef', 'name')]
  return typeof namespace === 'string' && typeof name === 'string' ? referenceKey('claim', namespace, name) : undefined
}

/** The secrets needed to mount a bound volume; those without a namespace are in the claim's. */
export function volumeSecrets(volume: ApiObject): string[] {
  const spec = volume['spec']
  const claimNamespace = at(spec, 'claimRef', 'namespace')
  const found = PERSISTENT_SECRETS.flatMap((path) => {
    const ref = at(spec, ...path)
    const [name] = texts(at(ref, 'name'))
    const [namespace] = texts(at(ref, 'namespace'), claimNamespace)
    return name && namespace ? [referenceKey('secret', namespace, name)] : []
  })
  const [azureName] = texts(at(spec, 'azureFile', 'secretName'))
  const [azureNamespace] = texts(at(spec, 'azureFile', 'secretNamespace'), claimNamespace)
  return azureName && azureNamespace ? [...found, referenceKey('secret', azureNamespace, azureName)] : found
}
