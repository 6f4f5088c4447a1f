import type { ApiObject } from '../../machinery/object'
import { type LivingCluster, startLivingCluster } from '../living'
import { apps, batch, core } from '../living'
import { CLUSTER_ACTS, heal, NODE_NAMES } from './cluster-acts'
import { MovingRules } from './moving-rules'
import { unrest } from './rest-rules'
import { allowing, choices, type Turn } from './turn'
import { healWorkloads, WORKLOAD_ACTS } from './workload-acts'

const MINUTE = 60_000
/** The longest that something may take to come to rest: back-off of five minutes, then of an autoscaler. */
const CALMING_MINUTES = 20
const QUIET_MINUTES = 6
/** Milliseconds that pass between two acts. */
const WAITS = [0, 0, 0, 1, 300, 1_500, 7_000, 40_000] as const

const ACTS = { ...WORKLOAD_ACTS, ...CLUSTER_ACTS }
/** The names of all acts. */
export const ACT_NAMES: readonly string[] = Object.keys(ACTS)

/** What nodes write as long as they live. */
const HEARTBEATS = /^\/(coordination\.orch\.io\/leases|core\/nodes)\//

/** What controllers may report: a quota refuses their pods, or a pod that left its set still has the name. */
const EXPECTED_MESSAGE = /is forbidden: exceeded quota|pods "\S+" already exists/

/** Lets minutes pass one by one, so that the work due in each is done in it. */
async function pass({ clock }: LivingCluster, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await clock.step(MINUTE)
}

/** What tells a write from others: the words of an event, or who wrote what of another object. */
function saidIn(object: ApiObject): string {
  const { reason, message } = object as { reason?: string; message?: string }
  if (reason !== undefined) return `${reason}: ${message ?? ''}`
  const last = (object.metadata.managedFields ?? []).at(-1)
  return `${last?.manager ?? ''} ${JSON.stringify(object.status ?? {})}`
}

/** Claims that wait for a volume say so again and again. */
const WAITING_CLAIMS =
  /^put \/core\/events\/.* (WaitForFirstConsumer|WaitForPodScheduled|FailedBinding|ProvisioningFailed|ExternalProvisioning): /

/** What is written while nothing should be. */
async function movesDuring(cluster: LivingCluster, minutes: number): Promise<string[]> {
  const moved: string[] = []
  const stop = cluster.store.watch('/', cluster.store.revision, (events) => {
    for (const { type, entry } of events) {
      const move = `${type} ${entry.key} ${saidIn(entry.value as ApiObject)}`
      if (!HEARTBEATS.test(entry.key) && !WAITING_CLAIMS.test(move)) moved.push(move)
    }
  })
  await pass(cluster, minutes)
  stop()
  return moved
}

/** Deletes all that people have made; returns what is left of it. */
async function leftovers(cluster: LivingCluster, rules: MovingRules): Promise<string[]> {
  const targets = [
    ...['deployments', 'replicasets', 'statefulsets', 'daemonsets'].map(apps),
    ...['cronjobs', 'jobs'].map(batch),
    ...['replicationcontrollers', 'services', 'pods', 'persistentvolumeclaims'].map(core),
  ]
  for (const target of targets) {
    const { items } = await cluster.admin.list(target)
    for (const { metadata } of items)
      await allowing(cluster.admin.delete(target, metadata.name ?? '', { body: { propagationPolicy: 'Background' } }))
  }
  await pass(cluster, 5)
  const made =
    /^\/(apps|batch|discovery\.orch\.io|storage\.orch\.io\/volumeattachments)\/|^\/core\/(pods|endpoints|persistentvolumes|persistentvolumeclaims)\//
  return rules
    .of(made)
    .filter(({ kind = '', metadata: { name, namespace, ownerReferences = [] } }) => {
      // What an owner has left on purpose when it was deleted stays.
      const isLeft = LEFT_BY_OWNERS.includes(kind) && ownerReferences.length === 0
      return namespace !== 'side' && name !== API_SERVICE && !isLeft
    })
    .map(({ kind = '', metadata }) => `left: ${kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`)
}

/** Kinds that stay without an owner when it is deleted alone. */
const LEFT_BY_OWNERS = ['ControllerRevision', 'EndpointSlice']
/** The service of the API server, with its endpoints and its slice. */
const API_SERVICE = 'orch'

/**
 * Plays turns in a cluster of its own, then ends all failures and waits. Returns what the controllers did that they may not, what did
 * not come to what it asks for, what still moves, and what is left after everything was deleted.
 */
export async function play(turns: readonly Turn[], flags: readonly string[] = []): Promise<string[]> {
  const cluster = await startLivingCluster(NODE_NAMES.length, ['--seed=18', ...flags])
  const rules = new MovingRules(cluster)
  try {
    for (const { act, seed } of turns) {
      const pick = choices(seed)
      const wait = pick(...WAITS)
      await allowing((ACTS[act] as (typeof ACTS)[string])(cluster, pick))
      if (wait > 0) await cluster.clock.step(wait)
    }
    await healWorkloads(cluster)
    await pass(cluster, 1)
    await heal(cluster)
    await pass(cluster, CALMING_MINUTES)
    const found = unrest(rules)
    const moved = await movesDuring(cluster, QUIET_MINUTES)
    const left = await leftovers(cluster, rules)
    return [
      ...rules.broken,
      ...found,
      ...moved.map((move) => `moves: ${move}`),
      ...left,
      ...cluster.messages.filter((message) => !EXPECTED_MESSAGE.test(message)),
    ]
  } finally {
    rules.stop()
    await cluster.stop()
  }
}
