import type { Client } from '../../client/client'
import { NAMESPACES, NODES } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'
import { core, template } from '../living'
import { type Act, allowing, at, deleting, type Pick } from './turn'

/** The nodes that a cluster of turns starts with. */
export const NODE_NAMES = ['node-1', 'node-2', 'node-3'] as const
const APPS = ['web', 'api', 'loose', 'db', 'old', 'other'] as const
const BUDGETS = at('policy', 'v1', 'poddisruptionbudgets')
const SERVICES = core('services')
const CLAIMS = core('persistentvolumeclaims')

const PERSON = 'person'

/** Replaces a person's taints of a node; those of controllers stay. */
function untainted(admin: Client, { metadata, spec }: ApiObject, more: readonly object[]): Promise<unknown> {
  const others = ((spec ?? {}) as { taints?: { key: string }[] }).taints?.filter(({ key }) => key !== PERSON) ?? []
  const { name = '', resourceVersion } = metadata
  return admin.patch(NODES, name, 'merge', { metadata: { resourceVersion }, spec: { taints: [...others, ...more] } })
}

/** The name of any pod; of none if there is none. */
const anyPod = async ({ admin }: Parameters<Act>[0], pick: Pick): Promise<string> => {
  const { items } = await admin.list(core('pods'))
  return pick(...items.map(({ metadata }) => metadata.name ?? ''), 'none')
}

const createClaim = (admin: Client, storage: string): Promise<unknown> =>
  admin.create(CLAIMS, {
    metadata: { name: 'files' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
  })

const podActs: Record<string, Act> = {
  'create pod': ({ admin }, pick) => {
    const { metadata, spec } = template(pick(...APPS))
    return admin.create(core('pods'), { metadata: { ...metadata, name: pick('one', 'two') }, spec })
  },
  'delete pod': async (cluster, pick) =>
    cluster.admin.delete(core('pods'), await anyPod(cluster, pick), {
      body: pick<object>({}, { gracePeriodSeconds: 0 }, { gracePeriodSeconds: 5 }),
    }),
  'relabel pod': async (cluster, pick) => {
    const labels = { app: pick(...APPS) }
    return cluster.admin.patch(core('pods'), await anyPod(cluster, pick), 'merge', { metadata: { labels } })
  },
  'fail pod': async (cluster, pick) => {
    const annotations = { 'life.orch.io/fail': pick('crash', 'evict', 'oom', 'probe', null) }
    return cluster.admin.patch(core('pods'), await anyPod(cluster, pick), 'merge', { metadata: { annotations } })
  },
  'evict pod': async (cluster, pick) => {
    const name = await anyPod(cluster, pick)
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } }
    return cluster.admin.create(core('pods'), eviction, { name, subresource: 'eviction' })
  },
  'create claim': ({ admin }, pick) => createClaim(admin, pick('1Gi', '2Gi')),
  'create pod with claim': ({ admin }) => {
    const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'files' } }]
    const { metadata, spec } = template('files', 'files:1', { volumes })
    return admin.create(core('pods'), { metadata: { ...metadata, name: 'files' }, spec })
  },
  'delete claim': deleting(CLAIMS, 'files'),
}

const nodeActs: Record<string, Act> = {
  cordon: ({ admin }, pick) =>
    admin.patch(NODES, pick(...NODE_NAMES), 'merge', { spec: { unschedulable: pick(true, null) } }),
  taint: async ({ admin }, pick) => {
    const name = pick(...NODE_NAMES)
    const node = await admin.get(NODES, name)
    const effect = pick('NoExecute', 'NoSchedule', undefined)
    return untainted(admin, node, effect ? [{ key: PERSON, value: 'x', effect }] : [])
  },
  unplug: ({ admin }, pick) =>
    admin.patch(NODES, pick(...NODE_NAMES), 'merge', {
      metadata: { annotations: { 'life.orch.io/unplugged': pick('', null) } },
    }),
  'label node': ({ admin }, pick) =>
    admin.patch(NODES, pick(...NODE_NAMES), 'merge', { metadata: { labels: { disk: pick('ssd', null) } } }),
  press: ({ admin }, pick) =>
    admin.patch(NODES, pick(...NODE_NAMES), 'merge', {
      metadata: { annotations: { 'life.orch.io/pressure': pick('memory', null, 'disk', null) } },
    }),
  'delete node': ({ admin }, pick) => admin.delete(NODES, pick(...NODE_NAMES)),
  'add node': ({ admin }, pick) =>
    admin.create(NODES, { metadata: { name: pick(...NODE_NAMES), annotations: { 'life.orch.io/simulated': '' } } }),
}

const placeActs: Record<string, Act> = {
  'create service': ({ admin }, pick) =>
    admin.create(SERVICES, {
      metadata: { name: pick('web', 'db') },
      spec: {
        selector: { app: pick('web', 'db', 'api') },
        ports: [{ port: 80 }],
        ...pick<object>({}, { clusterIP: 'None' }, { type: 'LoadBalancer' }, { publishNotReadyAddresses: true }),
      },
    }),
  'change service': ({ admin }, pick) =>
    admin.patch(SERVICES, pick('web', 'db'), 'merge', { spec: { selector: { app: pick('web', 'db', 'loose') } } }),
  'delete service': deleting(SERVICES, 'web', 'db'),
  'create budget': ({ admin }, pick) =>
    admin.create(BUDGETS, {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: pick('web', 'api', 'db') } },
        ...pick<object>({ minAvailable: 1 }, { maxUnavailable: 1 }, { minAvailable: '50%' }),
      },
    }),
  'delete budget': deleting(BUDGETS, 'web'),
  'create quota': ({ admin }, pick) =>
    admin.create(core('resourcequotas'), { metadata: { name: 'all' }, spec: { hard: { pods: pick('4', '8', '12') } } }),
  'change quota': ({ admin }, pick) =>
    admin.patch(core('resourcequotas'), 'all', 'merge', { spec: { hard: { pods: pick('4', '8', '30') } } }),
  'create namespace': async ({ admin }) => {
    await admin.create(NAMESPACES, { metadata: { name: 'side' } })
  },
  'fill namespace': ({ admin }) =>
    admin.create(
      { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'side' },
      {
        metadata: { name: 'side' },
        spec: { replicas: 2, selector: { matchLabels: { app: 'side' } }, template: template('side') },
      },
    ),
  'delete namespace': ({ admin }) => admin.delete(NAMESPACES, 'side'),
}

/** What people and accidents do to pods, nodes and the surroundings of workloads. */
export const CLUSTER_ACTS: Readonly<Record<string, Act>> = { ...podActs, ...nodeActs, ...placeActs }

/** Ends every failure and every restriction, so that all workloads can come to what they ask for. */
export async function heal({ admin }: Parameters<Act>[0]): Promise<void> {
  const { items: nodes } = await admin.list(NODES)
  for (const name of NODE_NAMES) {
    if (!nodes.some(({ metadata }) => metadata.name === name)) {
      await admin.create(NODES, { metadata: { name, annotations: { 'life.orch.io/simulated': '' } } })
      continue
    }
    await admin.patch(NODES, name, 'strategic', {
      metadata: { annotations: { 'life.orch.io/unplugged': null, 'life.orch.io/pressure': null } },
      spec: { unschedulable: null },
    })
    await untainted(admin, await admin.get(NODES, name), [])
  }
  await allowing(createClaim(admin, '1Gi'))
  // A claim that is being deleted waits for its pod.
  if ((await admin.get(CLAIMS, 'files')).metadata.deletionTimestamp) await allowing(admin.delete(core('pods'), 'files'))
  const { items: quotas } = await admin.list(core('resourcequotas'))
  for (const { metadata } of quotas)
    await admin.patch(core('resourcequotas'), metadata.name ?? '', 'merge', { spec: { hard: { pods: '100' } } })
  const { items: pods } = await admin.list(core('pods'))
  for (const { metadata } of pods)
    // A pod that was released keeps its name from its set.
    if (/^db-\d+$/.test(metadata.name ?? '') && !metadata.ownerReferences)
      await allowing(admin.delete(core('pods'), metadata.name ?? ''))
  for (const pod of pods)
    if (pod.metadata.annotations?.['life.orch.io/fail'] !== undefined && podOf(pod).status?.phase !== 'Failed')
      await allowing(
        admin.patch(core('pods'), pod.metadata.name ?? '', 'merge', {
          metadata: { annotations: { 'life.orch.io/fail': null } },
        }),
      )
}
