import { NAMESPACES } from '../client/core-targets'
import { addAll } from '../machinery/lists'
import { defaultRbacObjects, reconcileDefault } from '../authorization/default-roles'
import { RBAC_GROUP, RBAC_RESOURCES } from '../authorization/policy'
import type { Client } from '../client/client'
import { type Clock, sleep } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { messageOf } from '../machinery/message-of'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'

const RETRY_MS = 1000
const CONFLICTS = 5
// Concurrent writes share a commit; `yieldToRequests` runs between such groups.
const AT_ONCE = 16

const targetOf = ({ kind, metadata }: ApiObject): Target => ({
  group: RBAC_GROUP,
  version: 'v1',
  resource: RBAC_RESOURCES[kind as keyof typeof RBAC_RESOURCES].resource,
  namespace: metadata.namespace,
})

const unless = async <T>(reason: string, work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (isStatus(error, reason)) return undefined
    throw error
  }
}

async function create(client: Client, object: ApiObject, signal: AbortSignal): Promise<void> {
  const { namespace } = object.metadata
  if (namespace && !(await unless('NotFound', client.get(NAMESPACES, namespace, { signal }))))
    await unless(
      'AlreadyExists',
      client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, { signal }),
    )
  await client.create(targetOf(object), object, { signal })
}

async function ensure(client: Client, expected: ApiObject, signal: AbortSignal): Promise<void> {
  const target = targetOf(expected)
  const name = expected.metadata.name ?? ''
  for (let attempt = 1; ; attempt++) {
    const existing = await unless('NotFound', client.get(target, name, { signal }))
    const todo = reconcileDefault(existing, expected)
    try {
      if (todo.action === 'create') await create(client, todo.object, signal)
      else if (todo.action === 'update') await client.update(target, todo.object, { signal })
      else if (todo.action === 'recreate') {
        // The roleRef is immutable, so the binding is deleted and created again.
        await unless('NotFound', client.delete(target, name, { signal }))
        await create(client, todo.object, signal)
      }
      return
    } catch (error) {
      const raced = isStatus(error, 'Conflict') || isStatus(error, 'AlreadyExists') || isStatus(error, 'NotFound')
      if (!raced || attempt >= CONFLICTS) throw error
    }
  }
}

/**
 * Reconciles the default roles and bindings of a release (25 for 1.25): creates missing ones, restores removed rules and subjects, and
 * keeps added ones. `expected` is the full set unless some can't be created. Retries until everything that is not forbidden is done;
 * rejects only if `signal` aborts first.
 */
export async function bootstrapRbac(
  client: Client,
  clock: Clock,
  signal: AbortSignal,
  release: number,
  log?: (message: string) => void,
  yieldToRequests: () => Promise<void> = () => Promise.resolve(),
  expected: readonly ApiObject[] = defaultRbacObjects(release),
): Promise<void> {
  let left = [...expected]
  for (;;) {
    const results: PromiseSettledResult<void>[] = []
    for (let at = 0; at < left.length; at += AT_ONCE) {
      const some = left.slice(at, at + AT_ONCE)
      addAll(results, await Promise.allSettled(some.map((expected) => ensure(client, expected, signal))))
      signal.throwIfAborted()
      await yieldToRequests()
    }
    left = left.filter((expected, i) => {
      const result = results[i]
      if (result?.status !== 'rejected') return false
      log?.(`${expected.kind ?? ''} ${expected.metadata.name ?? ''}: ${messageOf(result.reason)}`)
      // A refusal by the cluster's own flags is permanent.
      return !isStatus(result.reason, 'Forbidden')
    })
    if (left.length === 0) return
    await sleep(clock, RETRY_MS, signal)
  }
}
