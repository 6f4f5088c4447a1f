import type * as apps from 'kt126/apps/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { Feature } from '../../api/releases/gates'
import { clone } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { podOf, type PodTemplate } from '../../api/kinds/shared/pod-types'
import { podFrom, type PodWords } from './pods'
import { REVISION_HASH } from './revisions'

/** A StatefulSet that may be incomplete. */
export type StatefulSet = Draft<apps.StatefulSet>
/** An object as a StatefulSet. */
export const statefulOf = (object: ApiObject): StatefulSet => asDraft<apps.StatefulSet>(object)

const POD_NAME = 'statefulset.orch.io/pod-name'
const POD_INDEX = 'apps.orch.io/pod-index'

/** The ordinal of a set's pod; undefined if its name does not fit the set. */
export function ordinalOf(set: ApiObject, pod: ApiObject): number | undefined {
  const match = /^(.*)-([0-9]+)$/.exec(pod.metadata.name ?? '')
  return match?.[1] === set.metadata.name ? Number(match?.[2]) : undefined
}

const claimName = (claim: ApiObject, pod: string): string => `${claim.metadata.name ?? ''}-${pod}`
const claimsOf = (set: ApiObject): ApiObject[] =>
  (statefulOf(set).spec?.volumeClaimTemplates ?? []) as unknown as ApiObject[]

/** The pod with an ordinal, created from one revision's template. */
export function podAt(
  set: ApiObject,
  owner: OwnerReference,
  ordinal: number,
  template: PodTemplate,
  revision: string,
  feature: Feature,
): ApiObject {
  const name = `${set.metadata.name ?? ''}-${ordinal}`
  const pod = podFrom(template, owner)
  pod.metadata.name = name
  pod.metadata.labels = { ...pod.metadata.labels, [POD_NAME]: name, [REVISION_HASH]: revision }
  if (feature('PodIndexLabel')) pod.metadata.labels[POD_INDEX] = String(ordinal)
  const spec = (podOf(pod).spec ??= {})
  spec.hostname = name
  const { serviceName } = statefulOf(set).spec ?? {}
  if (serviceName) spec.subdomain = serviceName
  useClaims(set, pod)
  return pod
}

/** Gives a pod the volumes of its claims. */
function useClaims(set: ApiObject, pod: ApiObject): void {
  const spec = (podOf(pod).spec ??= {})
  const made = claimsOf(set).map((claim) => ({
    name: claim.metadata.name ?? '',
    persistentVolumeClaim: { claimName: claimName(claim, pod.metadata.name ?? '') },
  }))
  const names = new Set(made.map((volume) => volume.name))
  const volumes = [...(spec.volumes ?? []).filter((volume) => !names.has(volume.name ?? '')), ...made]
  if (volumes.length > 0) spec.volumes = volumes
}

/** A pod with the name and the claims that its set wants, if it lacks them; undefined if it has them. */
export function conforming(set: ApiObject, pod: ApiObject): ApiObject | undefined {
  const { name = '', labels } = pod.metadata
  const claimed = new Map(
    (podOf(pod).spec?.volumes ?? []).map((volume) => [volume.name, volume.persistentVolumeClaim?.claimName]),
  )
  const stores = claimsOf(set).every((claim) => claimed.get(claim.metadata.name ?? '') === claimName(claim, name))
  if (labels?.[POD_NAME] === name && stores) return undefined
  const mended = clone(pod)
  mended.metadata.labels = { ...labels, [POD_NAME]: name }
  if (!stores) useClaims(set, mended)
  return mended
}

/** What events of a set say about its pods. */
export const podWords = (
  ...[what, pod, set, refusal]: Parameters<PodWords> | ['update', string, ApiObject, string?]
) => {
  const outcome = refusal === undefined ? 'successful' : `failed error: ${refusal}`
  return `${what} Pod ${pod} in StatefulSet ${set.metadata.name ?? ''} ${outcome}`
}

/** The claims that the pod with this name needs. */
export const claimsFor = (set: ApiObject, pod: string): ApiObject[] =>
  claimsOf(set).map((claim) => ({
    metadata: {
      ...(claim.metadata.annotations && { annotations: claim.metadata.annotations }),
      name: claimName(claim, pod),
      namespace: set.metadata.namespace,
      labels: { ...claim.metadata.labels, ...statefulOf(set).spec?.selector?.matchLabels },
    },
    spec: clone(claim['spec'] ?? {}),
  }))
