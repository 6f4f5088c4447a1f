import { type Client, isStatus } from '../client/client'
import type { Clock } from '../machinery/clock'
import { timestamp } from '../machinery/clock'
import type { FeedTarget, MetadataFeed } from '../machinery/feed'
import type { ApiObject } from '../machinery/object'
import { runController } from './controller'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' }
const OWN_FINALIZER = 'orch'
const LOOK_AGAIN_MS = 250

interface Deps {
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly feed: MetadataFeed
  readonly log: (message: string) => void
}

interface Condition {
  type: string
  status: 'True' | 'False'
  reason: string
  message: string
  lastTransitionTime: string
}

/** Empties terminating namespaces, says in their conditions what still holds them, and lets them go when nothing does. */
export function runNamespaceController({ client, clock, signal, feed, log }: Deps): Promise<void> {
  return runController({
    name: 'namespace',
    client,
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
      const failures: string[] = []
      for (const target of feed.targets()) {
        if (!target.namespaced) continue
        try {
          await empty(client, target, name, feed)
        } catch (error) {
          if (!isStatus(error, 'NotFound') && !isStatus(error, 'MethodNotAllowed'))
            failures.push(`${target.resource}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
      const left = feed.all().filter(({ metadata }) => metadata.namespace === name)
      if (left.length === 0 && failures.length === 0) {
        await client.update(
          NAMESPACES,
          {
            ...namespace,
            spec: { ...(namespace.spec as object), finalizers: finalizers.filter((item) => item !== OWN_FINALIZER) },
          },
          { subresource: 'finalize' },
        )
        return
      }
      await report(client, namespace, left, failures, timestamp(clock.now()))
      return { afterMs: LOOK_AGAIN_MS }
    },
  })
}

async function empty(client: Client, target: FeedTarget, namespace: string, feed: MetadataFeed): Promise<void> {
  const present = feed
    .all()
    .filter(
      (item) => item.target === target && item.metadata.namespace === namespace && !item.metadata.deletionTimestamp,
    )
  if (present.length === 0) return
  // All of it goes, so nothing is left to be orphaned.
  const options = { body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' } }
  if (target.verbs.includes('deletecollection')) await client.deleteCollection({ ...target, namespace }, options)
  else for (const { metadata } of present) await client.delete({ ...target, namespace }, metadata.name ?? '', options)
}

async function report(
  client: Client,
  namespace: ApiObject,
  left: readonly { metadata: { finalizers?: string[] }; target: FeedTarget }[],
  failures: readonly string[],
  now: string,
): Promise<void> {
  const held = left.filter(({ metadata }) => metadata.finalizers?.length)
  const names = (items: typeof left) =>
    [...new Set(items.map(({ target }) => (target.group ? `${target.resource}.${target.group}` : target.resource)))]
      .sort()
      .join(', ')
  const wanted: Omit<Condition, 'lastTransitionTime'>[] = [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      status: 'False',
      reason: 'ResourcesDiscovered',
      message: 'All resources successfully discovered',
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      status: 'False',
      reason: 'ParsedGroupVersions',
      message: 'All group versions were read',
    },
    {
      type: 'NamespaceDeletionContentFailure',
      status: failures.length ? 'True' : 'False',
      reason: failures.length ? 'ContentDeletionFailed' : 'ContentDeleted',
      message: failures.length ? failures.join('; ') : 'All content was asked to be deleted',
    },
    {
      type: 'NamespaceContentRemaining',
      status: left.length ? 'True' : 'False',
      reason: left.length ? 'SomeResourcesRemain' : 'ContentRemoved',
      message: left.length ? `Some resources remain: ${names(left)}` : 'All content was removed',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      status: held.length ? 'True' : 'False',
      reason: held.length ? 'SomeFinalizersRemain' : 'ContentHasNoFinalizers',
      message: held.length ? `Some content waits for finalizers: ${names(held)}` : 'No content waits for finalizers',
    },
  ]
  const status = (namespace.status ?? {}) as { phase?: string; conditions?: Condition[] }
  const before = status.conditions ?? []
  const same = wanted.every((condition) =>
    before.some(
      (old) => old.type === condition.type && old.status === condition.status && old.message === condition.message,
    ),
  )
  if (same) return
  const conditions = wanted.map((condition) => {
    const old = before.find(({ type }) => type === condition.type)
    return { ...condition, lastTransitionTime: old?.status === condition.status ? old.lastTransitionTime : now }
  })
  await client.update(NAMESPACES, { ...namespace, status: { ...status, conditions } }, { subresource: 'status' })
}
