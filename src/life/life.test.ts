import { afterAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from '../library/cluster'
import { isStatus } from '../client/status-error'
import { writeJson } from '../machinery/json-text'
import { createMemoryKeyStore, type KeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import { apps, batch, core, template } from '../testing/living'

const MINUTE_MS = 60_000
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
  // A node is added, is short of memory, recovers and is removed again; pods crash, fail a probe and can't be pulled.
  1: ({ admin }) => admin.create(NODES, { metadata: { name: 'more', annotations: { 'life.orch.io/simulated': '' } } }),
  2: async ({ admin }) => {
    for (const fail of ['crash', 'liveness', 'image', 'probe'])
      await admin.create(core('pods'), {
        ...template(fail, `${fail}:1`),
        metadata: { name: fail, annotations: { 'life.orch.io/fail': fail } },
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
  4: async ({ admin }) => {
    await admin.create(apps('statefulsets'), {
      metadata: { name: 'db' },
      spec: {
        replicas: 2,
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        template: template('db'),
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    })
    await admin.create(apps('daemonsets'), {
      metadata: { name: 'agent' },
      spec: { selector: { matchLabels: { app: 'agent' } }, template: template('agent') },
    })
  },
  5: ({ admin }) => admin.delete(AUTOSCALERS, 'web'),
  6: ({ admin }) =>
    admin.patch(apps('deployments'), 'web', 'strategic', { spec: { template: template('web', 'shop:2') } }),
  // The node is drained as far as a budget allows, and then unplugged.
  7: ({ admin }) =>
    admin.create(
      { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets', namespace: 'default' },
      { metadata: { name: 'web' }, spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } } },
    ),
  8: ({ admin }) => press(admin, 'memory'),
  9: ({ admin }) => press(admin, null),
  10: async ({ admin }) => {
    await admin.create(
      { group: 'scheduling.orch.io', version: 'v1', resource: 'priorityclasses' },
      { metadata: { name: 'high' }, value: 1000 },
    )
    const containers = [{ name: 'c', image: 'high:1', resources: { requests: { cpu: '1200m' } } }]
    const low = [{ ...containers[0], image: 'low:1' }]
    await admin.create(apps('deployments'), {
      metadata: { name: 'low' },
      spec: {
        replicas: 6,
        selector: { matchLabels: { app: 'low' } },
        template: template('low', '', { containers: low }),
      },
    })
    await admin.create(apps('deployments'), {
      metadata: { name: 'high' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'high' } },
        template: template('high', '', { containers, priorityClassName: 'high' }),
      },
    })
  },
  11: ({ admin }) => admin.delete(NODES, 'more'),
  12: async ({ admin }) => {
    await admin.patch(NODES, 'node-1', 'merge', { spec: { unschedulable: true } })
    const { items } = await admin.list(core('pods'), { query: { labelSelector: 'app=web' } })
    for (const { metadata } of items) await evict(admin, metadata.name ?? '')
  },
  13: ({ admin }) =>
    admin.patch(NODES, 'node-1', 'merge', { metadata: { annotations: { 'life.orch.io/unplugged': '' } } }),
  15: ({ admin }) =>
    admin.patch(NODES, 'node-1', 'merge', {
      metadata: { annotations: { 'life.orch.io/unplugged': null } },
      spec: { unschedulable: null },
    }),
}
const AUTOSCALERS = { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers', namespace: 'default' }
const press = (admin: Cluster['admin'], pressure: string | null) =>
  admin.patch(NODES, 'more', 'merge', { metadata: { annotations: { 'life.orch.io/pressure': pressure } } })
const NODES = { group: '', version: 'v1', resource: 'nodes' }

async function evict(admin: Cluster['admin'], name: string): Promise<void> {
  try {
    await admin.create(core('pods'), { metadata: { name } }, { name, subresource: 'eviction' })
  } catch (error) {
    // The budget allows no more.
    if (!isStatus(error, 'TooManyRequests')) throw error
  }
}

/** Two ways to let an hour pass, in minutes. No step is so long that the clock would jump over timers. */
const [EVEN, UNEVEN] = [
  [10, 10, 10, 10, 10, 10],
  [7, 11, 2, 9, 12, 8, 11],
]

/** Every change of a day in a cluster of its own, as text, in the order of the store. How its hours pass must not show. */
async function aDay(keys: KeyStore, seed: string, steps: readonly number[]): Promise<string[]> {
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
    for (const minutes of steps) {
      await cluster.clock.step(minutes * MINUTE_MS)
      // Whatever else the machine does between two steps.
      for (let turn = 0; turn < minutes; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return history
}

/** Parts of lines of the history that show what the day is for. */
const HAPPENED = [
  '/core/pods/default/report-',
  '"reason":"BackOff"',
  '"reason":"Unhealthy"',
  '"reason":"Evicted"',
  '"reason":"Preempted"',
  '"reason":"SuccessfulRescale"',
  '"reason":"RemovingNode"',
  '"disruptionsAllowed":0',
  '/core/persistentvolumeclaims/default/data-db-1',
]

it(
  'lives the same day twice, byte for byte, with the same seed, flags and requests',
  { timeout: 600_000 },
  async () => {
    const keys = createMemoryKeyStore()
    const [first, second] = [await aDay(keys, '7', EVEN), await aDay(keys, '7', UNEVEN)]
    const at = first.findIndex((line, i) => line !== second[i])
    expect({ line: second[at], length: second.length }).toEqual({ line: first[at], length: first.length })
    expect(first.length).toBeGreaterThan(15_000)
    for (const part of HAPPENED) expect([part, first.some((line) => line.includes(part))]).toEqual([part, true])
  },
)
