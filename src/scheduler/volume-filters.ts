import type * as core from 'kt126/core/v1'
import { asDraft } from '../api/kinds/meta/draft'
import { podOf } from '../api/kinds/shared/pod-types'
import { claimOf, classOf, provisionerOf, volumeFor, volumeOf, waitsForConsumer } from '../controllers/storage/volumes'
import type { ApiObject } from '../machinery/object'
import { meetsSelector, meetsTerm } from './node-selection'
import type { ClusterView, FilterPlugin, Refusal } from './plugin'

const OK: readonly Refusal[] = []
const never = (reason: string): Refusal => ({ reason, final: true })

/** The names of the claims that a pod uses. */
export const claimNamesOf = (pod: ApiObject): string[] =>
  (podOf(pod).spec?.volumes ?? []).flatMap(({ persistentVolumeClaim, ephemeral, name }) =>
    persistentVolumeClaim?.claimName
      ? [persistentVolumeClaim.claimName]
      : ephemeral
        ? [`${pod.metadata.name ?? ''}-${name ?? ''}`]
        : [],
  )

/** Whether a claim gets its volume only when its first pod has a node. */
export function hasDelayedBinding(claim: ApiObject | undefined, classes: ClusterView['classes']): boolean {
  const { spec } = asDraft<core.PersistentVolumeClaim>(claim)
  return !spec?.volumeName && waitsForConsumer(classes(spec?.storageClassName ?? ''))
}

const isEphemeral = (pod: ApiObject, claim: string): boolean =>
  (podOf(pod).spec?.volumes ?? []).some(
    ({ ephemeral, name }) => ephemeral && `${pod.metadata.name ?? ''}-${name ?? ''}` === claim,
  )

function unusable({ pod, claims }: ClusterView, name: string): string | undefined {
  const claim = claims(name)
  if (!claim)
    return isEphemeral(pod, name)
      ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
      : `persistentvolumeclaim "${name}" not found`
  const { spec, status } = claimOf(claim)
  if (status?.phase === 'Lost')
    return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${spec?.volumeName ?? ''}"`
  return claim.metadata.deletionTimestamp ? `persistentvolumeclaim "${name}" is being deleted` : undefined
}

/** The existing volume that an unbound claim would get on a node. */
export const volumeOn = (world: Pick<ClusterView, 'allVolumes'>, claim: ApiObject, node: ApiObject) =>
  volumeFor(
    claim,
    world.allVolumes().filter((volume) => meetsSelector(node, volumeOf(volume).spec?.nodeAffinity?.required)),
  )

/** Whether a claim that waits for its first pod can have a volume on a node: an existing or a new one. */
function canHave(world: ClusterView, name: string, node: ApiObject): boolean {
  const claim = world.claims(name)
  if (!claim || volumeOn(world, claim, node)) return true
  const storageClass = world.classes(claimOf(claim).spec?.storageClassName ?? '')
  if (provisionerOf(storageClass) === undefined) return false
  const terms = classOf(storageClass).allowedTopologies ?? []
  return (
    terms.length === 0 ||
    terms.some(({ matchLabelExpressions = [] }) =>
      meetsTerm(node, { matchExpressions: matchLabelExpressions.map((one) => ({ ...one, operator: 'In' as const })) }),
    )
  )
}

/** The pod's volumes must be available on its node. */
export const volumeBinding: FilterPlugin = {
  name: 'VolumeBinding',
  first(world) {
    const names = claimNamesOf(world.pod)
    const why = names.map((name) => unusable(world, name)).find((reason) => reason !== undefined)
    if (why !== undefined) return never(why)
    const unbound = names.some(
      (name) =>
        !hasDelayedBinding(world.claims(name), world.classes) &&
        !claimOf(world.claims(name) ?? NOTHING).spec?.volumeName,
    )
    return unbound ? never('pod has unbound immediate PersistentVolumeClaims') : undefined
  },
  prepare(world) {
    const { claims, volumes, classes } = world
    const names = claimNamesOf(world.pod)
    const late = names.filter((name) => hasDelayedBinding(claims(name), classes))
    const bound = names.flatMap((name) => claimOf(claims(name) ?? NOTHING).spec?.volumeName || [])
    return ({ object }) => {
      if (bound.some((name) => !volumes(name)))
        return [never('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)')]
      const far = bound.some(
        (name) => !meetsSelector(object, volumeOf(volumes(name) ?? NOTHING).spec?.nodeAffinity?.required),
      )
      if (far) return [never('node(s) had volume node affinity conflict')]
      return late.every((name) => canHave(world, name, object))
        ? OK
        : [never("node(s) didn't find available persistent volumes to bind")]
    }
  },
}

const NOTHING: ApiObject = { metadata: {} }
const ONE_POD = 'ReadWriteOncePod'

/** A ReadWriteOncePod claim can be used by one pod only. */
export const volumeRestrictions: FilterPlugin = {
  name: 'VolumeRestrictions',
  prepare({ pod, nodes, claims }) {
    const alone = claimNamesOf(pod).filter((name) =>
      claimOf(claims(name) ?? NOTHING).spec?.accessModes?.includes(ONE_POD),
    )
    if (alone.length === 0) return () => OK
    const isUser = (other: ApiObject): boolean =>
      other.metadata.namespace === pod.metadata.namespace && claimNamesOf(other).some((name) => alone.includes(name))
    const users = new Set(nodes.filter(({ pods }) => [...pods].some(isUser)).map(({ name }) => name))
    const reason = 'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode'
    return users.size > 0 ? () => [{ reason }] : () => OK
  },
}

/** Topology labels of volumes, as on nodes. A value may list several zones with this separator. */
const PLACES = [
  'topology.orch.io/zone',
  'topology.orch.io/region',
  'failure-domain.beta.orch.io/zone',
  'failure-domain.beta.orch.io/region',
]
const BETWEEN = '__'

/** Volumes with zone labels can be used in those zones only. */
export const volumeZone: FilterPlugin = {
  name: 'VolumeZone',
  prepare({ pod, claims, volumes }) {
    const placed = claimNamesOf(pod).flatMap((name) => {
      const volume = volumes(claimOf(claims(name) ?? NOTHING).spec?.volumeName ?? '')
      return Object.entries(volume?.metadata.labels ?? {}).filter(([key]) => PLACES.includes(key))
    })
    return ({ object }) => {
      const { labels = {} } = object.metadata
      if (!PLACES.some((key) => labels[key] !== undefined)) return OK
      return placed.every(([key, value]) => value.split(BETWEEN).includes(labels[key] ?? ''))
        ? OK
        : [never('node(s) had no available volume zone')]
    }
  },
}
