import { NAMESPACES } from '../client/core-targets'
import type { Client } from '../client/client'
import type { Feature } from '../api/releases/gates'
import type { Clock } from '../machinery/clock'
import { timestamp } from '../machinery/clock'
import type { FeedTarget, MetadataInformer } from '../machinery/feed'
import type { ApiObject } from '../machinery/object'
import { messageOf } from '../machinery/message-of'
import { isStatus } from '../client/status-error'
import { runController } from './controller'

const OWN_FINALIZER = 'orch'
const LOOK_AGAIN_MS = 250

interface Deps {
  readonly client: Client
  readonly reader: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly feed: MetadataInformer
  readonly log: (message: string) => void
  readonly feature: Feature
  readonly namespaceDelayMs?: number | undefined
}

interface Condition {
  type: string
  status: 'True' | 'False'
  reason: string
  message: string
  lastTransitionTime: string
}

/** Empties terminating namespaces, reports in their conditions what remains, and finalizes them when nothing does. */
export function runNamespaceController(deps: Deps): Promise<void> {
  const { client, reader, clock, signal, feed, log, feature, namespaceDelayMs = 0 } = deps
  return runController({
    name: 'namespace',
    client: reader,
    clock,
    signal,
    log,
    watches: [
      { target: NAMESPACES, keys: ({ metadata }) => (metadata.deletionTimestamp ? [metadata.name ?? ''] : []) },
    ],
    workers: 4,
    async reconcile(name, [namespaces]) {
      const namespace = namespaces?.get(undefined, name)
      const finalizers = (namespace?.spec as { finalizers?: string[] } | undefined)?.finalizers ?? []
      if (!namespace?.metadata.deletionTimestamp || !finalizers.includes(OWN_FINALIZER)) return
      // Others get time to learn that the namespace is terminating, and to stop creating objects in it.
      const early = Date.parse(namespace.metadata.deletionTimestamp) + namespaceDelayMs - clock.now()
      if (namespaceDelayMs > 0 && early > 0) return { afterMs: early }
      const failures: string[] = []
      for (const target of targetsOf(feed, name, feature)) {
        try {
          await empty(client, target, name, feed)
        } catch (error) {
          if (!isStatus(error, 'NotFound') && !isStatus(error, 'MethodNotAllowed'))
            failures.push(`${target.resource}: ${messageOf(error)}`)
        }
      }
      const left = feed.all().filter(({ metadata }) => metadata.namespace === name)
      // Report progress even when nothing remains: other finalizers may still hold the namespace itself.
      const current = await report(client, namespace, left, failures, timestamp(clock.now()))
      if (left.length > 0 || failures.length > 0) return { afterMs: LOOK_AGAIN_MS }
      const rest = finalizers.filter((item) => item !== OWN_FINALIZER)
      // Without the status, as the real controller does: that decides who owns its fields.
      const { metadata, spec } = current
      await client.update(
        NAMESPACES,
        { metadata, spec: { ...(spec as object), finalizers: rest } },
        { subresource: 'finalize' },
      )
      return
    },
  })
}

/** What is to be emptied next: pods alone as long as there are any, if they go first, since policies may still protect them. */
function targetsOf(feed: MetadataInformer, namespace: string, feature: Feature): readonly FeedTarget[] {
  const all = feed.targets().filter(({ namespaced }) => namespaced)
  const pods = all.filter(({ group, resource }) => group === '' && resource === 'pods')
  const left = feed.all().some(({ target, metadata }) => pods.includes(target) && metadata.namespace === namespace)
  return left && feature('OrderedNamespaceDeletion') ? pods : all
}

async function empty(client: Client, target: FeedTarget, namespace: string, feed: MetadataInformer): Promise<void> {
  const present = feed
    .all()
    .filter(
      (item) => item.target === target && item.metadata.namespace === namespace && !item.metadata.deletionTimestamp,
    )
  if (present.length === 0) return
  // Everything is deleted, so nothing must be orphaned.
  const options = { body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' } }
  if (target.verbs.includes('deletecollection')) await client.deleteCollection({ ...target, namespace }, options)
  else for (const { metadata } of present) await client.delete({ ...target, namespace }, metadata.name ?? '', options)
}

interface Remaining {
  readonly metadata: { readonly finalizers?: readonly string[] }
  readonly target: FeedTarget
}

/** Counts each name, and joins one text per name, sorted by name. */
function counted(names: readonly string[], text: (name: string, count: number) => string): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => text(name, count))
    .sort()
    .join(', ')
}

type Finding = Omit<Condition, 'lastTransitionTime'>

/** The conditions of a terminating namespace: each is true if something blocks the deletion. */
function findings(left: readonly Remaining[], failures: readonly string[]): Finding[] {
  const condition = (type: string, fault: string, reasons: [bad: string, good: string], good: string): Finding => ({
    type,
    status: fault ? 'True' : 'False',
    reason: reasons[fault ? 0 : 1],
    message: fault || good,
  })
  const kinds = counted(
    left.map(({ target }) => `${target.resource}.${target.group}`),
    (kind, count) => `${kind} has ${count} resource instances`,
  )
  const holds = counted(
    left.flatMap(({ metadata }) => metadata.finalizers ?? []),
    (finalizer, count) => `${finalizer} in ${count} resource instances`,
  )
  return [
    condition(
      'NamespaceDeletionDiscoveryFailure',
      '',
      ['DiscoveryFailed', 'ResourcesDiscovered'],
      'All resources successfully discovered',
    ),
    condition(
      'NamespaceDeletionGroupVersionParsingFailure',
      '',
      ['GroupVersionParsingFailed', 'ParsedGroupVersions'],
      'All legacy orch types successfully parsed',
    ),
    condition(
      'NamespaceDeletionContentFailure',
      failures.length
        ? `Failed to delete all resource types, ${failures.length} remaining: ${failures.toSorted().join(', ')}`
        : '',
      ['ContentDeletionFailed', 'ContentDeleted'],
      'All content successfully deleted, may be waiting on finalization',
    ),
    condition(
      'NamespaceContentRemaining',
      kinds && `Some resources are remaining: ${kinds}`,
      ['SomeResourcesRemain', 'ContentRemoved'],
      'All content successfully removed',
    ),
    condition(
      'NamespaceFinalizersRemaining',
      holds && `Some content in the namespace has finalizers remaining: ${holds}`,
      ['SomeFinalizersRemain', 'ContentHasNoFinalizers'],
      'All content-preserving finalizers finished',
    ),
  ]
}

/** Updates the namespace's conditions if they changed; conditions of other writers are kept. */
async function report(
  client: Client,
  namespace: ApiObject,
  left: readonly Remaining[],
  failures: readonly string[],
  now: string,
): Promise<ApiObject> {
  const status = (namespace.status ?? {}) as { phase?: string; conditions?: Condition[] }
  const conditions = [...(status.conditions ?? [])]
  let news = false
  for (const found of findings(left, failures)) {
    const position = conditions.findIndex(({ type }) => type === found.type)
    const old = conditions[position]
    if (old && old.status === found.status && old.message === found.message && old.reason === found.reason) continue
    news = true
    const lastTransitionTime = old?.status === found.status ? old.lastTransitionTime : now
    conditions.splice(position < 0 ? conditions.length : position, 1, { ...found, lastTransitionTime })
  }
  if (!news) return namespace
  return client.update(NAMESPACES, { ...namespace, status: { ...status, conditions } }, { subresource: 'status' })
}
