import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import type { Call } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError } from '../core/errors'
import type { Flag } from '../core/flags'
import { LAST_APPLIED, PROGRAM } from '../core/words'
import { Objects, type Place } from '../resources/server'
import { findKind, kindNameOf, type Resource } from '../core/catalogue'
import { type DryRun, dryRunSuffix } from '../print/dry-run'
import { ApplySet } from './apply-set'
import type { Pruning } from './pruning'

/** Flags of `apply --prune`. */
export const pruneFlags: readonly Flag[] = [
  { name: 'all', type: 'bool', default: 'false', help: 'With --prune: all objects of the namespace are meant' },
  {
    name: 'applyset',
    type: 'string',
    help: 'With --prune: the object that keeps track of what was applied',
    hidden: true,
  },
  { name: 'prune', type: 'bool', default: 'false', help: 'Delete what was applied before and is in no file any more' },
  { name: 'prune-allowlist', type: 'strings', help: 'With --prune: the kinds to delete, as group/version/kind' },
]

/** The kinds that are pruned by default. */
const DEFAULT_KINDS: readonly (readonly [apiVersion: string, kind: string, namespaced: boolean])[] = [
  ['v1', 'ConfigMap', true],
  ['v1', 'Endpoints', true],
  ['v1', 'PersistentVolumeClaim', true],
  ['v1', 'Pod', true],
  ['v1', 'ReplicationController', true],
  ['v1', 'Secret', true],
  ['v1', 'Service', true],
  ['batch/v1', 'Job', true],
  ['batch/v1', 'CronJob', true],
  ['networking.orch.io/v1', 'Ingress', true],
  ['apps/v1', 'DaemonSet', true],
  ['apps/v1', 'Deployment', true],
  ['apps/v1', 'ReplicaSet', true],
  ['apps/v1', 'StatefulSet', true],
  ['v1', 'Namespace', false],
  ['v1', 'PersistentVolume', false],
]

/** @throws CommandError for incompatible flags */
export async function pruneOptionsOf(call: Call): Promise<Pruning | undefined> {
  const { flags } = call
  const [prune, all, selector, set] = [
    flags.bool('prune'),
    flags.bool('all'),
    flags.string('selector'),
    flags.string('applyset'),
  ]
  if (set && !prune) throw new CommandError('--applyset requires --prune')
  if (!prune) return undefined
  if (flags.bool('force') && flags.bool('server-side')) throw new CommandError('--force cannot be used with --prune')
  if (set) {
    for (const name of ['all', 'selector', 'prune-allowlist'])
      if (flags.changed(name)) throw new CommandError(`--${name} is incompatible with --applyset`)
    return ApplySet.open(call, set)
  }
  if (all && selector) throw new CommandError('cannot set --all and --selector at the same time')
  if (!all && !selector)
    throw new CommandError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    )
  return pruningByLabels(call)
}

/** Prunes previously applied objects with the labels of `--selector`, of the prunable kinds. */
export async function pruningByLabels(call: Call): Promise<Pruning> {
  const selector = call.flags.string('selector')
  const namespaces = new Set<string>()
  return {
    before: async (infos) => {
      for (const { namespace } of infos) namespaces.add(namespace)
      if (!infos.some(({ namespace }) => namespace)) namespaces.add((await call.session.namespace()).name)
    },
    label: (info) => info,
    async candidates() {
      const found: { place: Place; object: ApiObject }[] = []
      for (const resource of await prunedKinds(call))
        for (const namespace of resource.namespaced ? [...namespaces].filter(Boolean) : ['']) {
          const objects = await new Objects(call.session).list(resource, namespace, {
            labelSelector: selector || undefined,
          })
          for (const object of objects)
            if (object.metadata.annotations?.[LAST_APPLIED] !== undefined)
              found.push({
                place: { resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name ?? '' },
                object,
              })
        }
      return found
    },
    after: () => Promise.resolve(),
  }
}

async function prunedKinds({ session, flags }: Call): Promise<Resource[]> {
  const discovery = await session.discovery()
  const listed = flags.list('prune-allowlist')
  if (listed.length === 0) {
    session.log(
      'W',
      'prune.go:71',
      `Deprecated: ${PROGRAM} apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.`,
    )
    const catalogue = await discovery.catalogue()
    return DEFAULT_KINDS.map(([apiVersion, kind, namespaced]) => {
      const found = findKind(catalogue, apiVersion, kind)
      if (found) return found
      throw new CommandError(
        `error retrieving RESTMappings to prune: invalid resource ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}, Namespaced=${namespaced}: no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`,
      )
    })
  }
  return Promise.all(
    listed.map(async (word) => {
      const [group = '', version = '', kind = '', more] = word.split('/')
      if (!kind || more !== undefined)
        throw new CommandError(`invalid GroupVersionKind format: ${word}, please follow <group/version/kind>`)
      const apiVersion = group === 'core' || group === '' ? version : `${group}/${version}`
      const found = await discovery.search((catalogue) => findKind(catalogue, apiVersion, kind))
      return found ?? requireResource(discovery, kind)
    }),
  )
}

/** Deletes objects that were applied before but not this time. */
export async function pruneObjects(
  call: Call,
  pruning: Pruning,
  applied: readonly ApiObject[],
  dryRun: DryRun,
): Promise<void> {
  const { session, flags } = call
  const kept = new Set(applied.map(({ metadata }) => metadata.uid))
  for (const { place, object } of await pruning.candidates()) {
    const { uid, deletionTimestamp } = object.metadata
    if (kept.has(uid) || (deletionTimestamp && dryRun !== 'none')) continue
    if (dryRun !== 'client')
      try {
        const seconds = flags.int('grace-period')
        await new Objects(session).delete(place, {
          kind: 'DeleteOptions',
          apiVersion: 'v1',
          propagationPolicy: 'Background',
          ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
          ...(dryRun === 'server' && { dryRun: ['All'] }),
        })
      } catch (error) {
        if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error
      }
    session.out(`${kindNameOf(place.resource)}/${place.name} pruned${dryRunSuffix(dryRun)}`)
  }
  if (dryRun === 'none') await pruning.after(applied)
}
