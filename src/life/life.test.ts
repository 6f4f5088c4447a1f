import { afterAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../library/cluster'
import { writeJson } from '../machinery/json-text'
import { createMemoryKeyStore, type KeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import { apps, batch, core, template } from '../testing/living'

const HOUR_MS = 3_600_000
const DAY_HOURS = 24
const running: Cluster[] = []
afterAll(() => Promise.all(running.map((cluster) => cluster.stop())))

/** What people do to the shop, by the hour. */
const DAY: Readonly<Record<number, (cluster: Cluster) => Promise<unknown>>> = {
  0: async ({ admin }) => {
    await admin.create(core('services'), {
      metadata: { name: 'web' },
      spec: { type: 'NodePort', selector: { app: 'web' }, ports: [{ port: 80 }] },
    })
    await admin.create(apps('deployments'), {
      metadata: { name: 'web' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'web' } },
        template: template('web', 'shop:1', {}, { 'life.orch.io/load': '100m..900m/8h' }),
      },
    })
    await admin.create(batch('cronjobs'), {
      metadata: { name: 'report' },
      spec: {
        schedule: '*/30 * * * *',
        jobTemplate: { spec: { template: template('report', 'report:1', { restartPolicy: 'OnFailure' }) } },
      },
    })
  },
  3: async ({ admin }) => {
    await admin.create(AUTOSCALERS, {
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 4,
        maxReplicas: 6,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } } },
        ],
      },
    })
  },
  5: ({ admin }) => admin.delete(AUTOSCALERS, 'web'),
  6: ({ admin }) =>
    admin.patch(apps('deployments'), 'web', 'strategic', { spec: { template: template('web', 'shop:2') } }),
  12: ({ admin }) => admin.patch(NODES, 'node-1', 'merge', { spec: { unschedulable: true } }),
  13: ({ admin }) =>
    admin.patch(NODES, 'node-1', 'merge', { metadata: { annotations: { 'life.orch.io/unplugged': '' } } }),
  15: ({ admin }) =>
    admin.patch(NODES, 'node-1', 'merge', {
      metadata: { annotations: { 'life.orch.io/unplugged': null } },
      spec: { unschedulable: null },
    }),
}
const AUTOSCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', namespace: 'default' }
const NODES = { group: '', version: 'v1', resource: 'nodes' }

/** Every change of a day in a cluster of its own, as text, in the order of the store. */
async function aDay(keys: KeyStore, seed: string): Promise<string[]> {
  const history: string[] = []
  const cluster = await startCluster({
    flags: ['--nodes=1', `--seed=${seed}`, '--start-time=2024-01-15T00:00:00Z', '--history-window=1m'],
    keys,
    openStore: (clock) => {
      const store = createMemoryStore({ clock })
      store.watch('/', store.revision, (events) => {
        for (const { type, entry } of events)
          history.push(`${entry.revision} ${type} ${entry.key} ${type === 'put' ? writeJson(entry.value) : ''}`)
      })
      return Promise.resolve(store)
    },
  })
  running.push(cluster)
  for (let hour = 0; hour < DAY_HOURS; hour++) {
    await cluster.clock.step(0)
    await DAY[hour]?.(cluster)
    await cluster.clock.step(HOUR_MS)
  }
  return history
}

it(
  'lives the same day twice, byte for byte, with the same seed, flags and requests',
  { timeout: 600_000 },
  async () => {
    const keys = createMemoryKeyStore()
    const [first, second] = [await aDay(keys, '7'), await aDay(keys, '7')]
    const at = first.findIndex((line, i) => line !== second[i])
    expect({ line: second[at], length: second.length }).toEqual({ line: first[at], length: first.length })
    expect(first.length).toBeGreaterThan(5_000)
    expect(first.some((line) => line.includes('/core/pods/default/report-'))).toBe(true)
  },
)
