import { NODES } from '../client/core-targets'
import type { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'
import { startCluster, type TestCluster } from './cluster'
import { until } from './until'

/** A cluster with simulated nodes whose clock only the test advances. */
export interface LivingCluster extends TestCluster {
  /** Advances the clock second by second until `ask` holds; rejects after `seconds` of cluster time. */
  passing<T>(ask: () => Promise<T>, holds: (value: T) => boolean, seconds?: number): Promise<T>
}

const of = (group: string, resource: string): Target => ({ group, version: 'v1', resource, namespace: 'default' })
/** A resource of the core group, version v1. */
export const core = (resource: string): Target => of('', resource)
/** A resource of the group `apps`, version v1. */
export const apps = (resource: string): Target => of('apps', resource)
/** A resource of the group `batch`, version v1. */
export const batch = (resource: string): Target => of('batch', resource)

/** Starts a cluster with ready nodes; `argv` adds flags, and `files` the files that flags name. */
export async function startLivingCluster(
  nodes: number,
  argv: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<LivingCluster> {
  const cluster = await startCluster([`--nodes=${nodes}`, '--authorization-mode=RBAC', ...argv], { files })
  const { admin, clock } = cluster
  clock.hold()
  await until(
    () => admin.list(NODES),
    ({ items }) =>
      items.length === nodes &&
      items.every((node) => isPodReady(node) && !(node['spec'] as { taints?: unknown }).taints),
  )
  await until(() => exists(admin, core('serviceaccounts'), 'default'), Boolean)
  return {
    ...cluster,
    async passing(ask, holds, seconds = 120) {
      // A step ends when its moment has no more work, so one check per step is enough.
      await clock.step(0)
      for (let second = 0; ; second++) {
        const value = await ask()
        if (holds(value)) return value
        if (second >= seconds) throw new Error(`never came true; at last it was ${JSON.stringify(value)}`)
        await clock.step(1000)
      }
    },
  }
}

const exists = (client: Client, target: Target, name: string): Promise<boolean> =>
  client.get(target, name).then(
    () => true,
    (error: unknown) => {
      if (isStatus(error, 'NotFound')) return false
      throw error
    },
  )

/** Whether an object's condition Ready is true. */
export const isPodReady = ({ status }: ApiObject): boolean =>
  ((status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? []).some(
    (condition) => condition.type === 'Ready' && condition.status === 'True',
  )

/** The spec of a workload with one container. */
export const template = (app: string, image = 'shop:1', more: object = {}, annotations: object = {}) => ({
  metadata: { labels: { app }, annotations },
  spec: { containers: [{ name: 'c', image }], ...more },
})
