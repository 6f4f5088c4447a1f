import { NAMESPACES } from '../../../client/core-targets'
import type { Client } from '../../../client/client'
import type { ApiObject, OwnerReference } from '../../../machinery/object'
import { StatusError } from '../../../client/status-error'
import type { Target } from '../../../client/targets'

const NS = 'shop'
const core = (resource: string): Target => ({ group: '', version: 'v1', resource, namespace: NS })
const apps = (resource: string): Target => ({ group: 'apps', version: 'v1', resource, namespace: NS })

interface Part {
  readonly target: Target
  readonly object: Record<string, unknown> & { metadata: { name: string } & Record<string, unknown> }
  /** Name of the owner within the example. */
  readonly owner?: string
  readonly status?: unknown
}

const labels = (app: string) => ({ app, 'app.orch.io/part-of': 'shop' })

function tier(app: string, image: string, port: number, replicas: number): Part[] {
  const template = {
    metadata: { labels: labels(app) },
    spec: {
      containers: [
        {
          name: app,
          image,
          ports: [{ name: 'main', containerPort: port }],
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '128Mi' } },
          readinessProbe: { tcpSocket: { port: 'main' } },
        },
      ],
    },
  }
  const selector = { matchLabels: { app } }
  const set = `${app}-6f7d9c`
  return [
    {
      target: apps('deployments'),
      object: { metadata: { name: app, labels: labels(app) }, spec: { replicas, selector, template } },
      status: {
        observedGeneration: 1,
        replicas,
        updatedReplicas: replicas,
        readyReplicas: replicas,
        availableReplicas: replicas,
        conditions: [
          {
            type: 'Available',
            status: 'True',
            reason: 'MinimumReplicasAvailable',
            message: 'Deployment has minimum availability.',
          },
        ],
      },
    },
    {
      target: apps('replicasets'),
      owner: app,
      object: { metadata: { name: set, labels: labels(app) }, spec: { replicas, selector, template } },
      status: { replicas, readyReplicas: replicas, availableReplicas: replicas, observedGeneration: 1 },
    },
    ...Array.from({ length: replicas }, (_, i): Part => ({
      target: core('pods'),
      owner: set,
      object: {
        metadata: { name: `${set}-${'bcdfg'[i] ?? 'x'}${'kmnpq'[i] ?? 'x'}`, labels: labels(app) },
        spec: template.spec,
      },
      status: {
        phase: 'Running',
        podIP: `10.1.0.${10 + i + (port % 100)}`,
        conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
          type,
          status: 'True',
        })),
        containerStatuses: [
          {
            name: app,
            ready: true,
            restartCount: i === 1 ? 2 : 0,
            image,
            imageID: '',
            started: true,
            state: { running: {} },
          },
        ],
      },
    })),
    {
      target: core('services'),
      object: {
        metadata: { name: app, labels: labels(app) },
        spec: { selector: { app }, ports: [{ name: 'main', port, targetPort: 'main' }] },
      },
    },
  ]
}

const PARTS: readonly Part[] = [
  {
    target: core('configmaps'),
    object: {
      metadata: { name: 'storefront', labels: labels('storefront') },
      data: { TITLE: 'The orchard shop', CURRENCY: 'EUR', 'theme.css': 'body { color: darkgreen }\n' },
    },
  },
  {
    target: core('secrets'),
    object: {
      metadata: { name: 'database', labels: labels('database') },
      type: 'Opaque',
      stringData: { user: 'shop', password: 'apple-pie' },
    },
  },
  ...tier('storefront', 'registry.example/storefront:1.4', 8080, 3),
  ...tier('cart', 'registry.example/cart:2.0', 9090, 2),
  {
    target: { group: 'networking.orch.io', version: 'v1', resource: 'ingresses', namespace: NS },
    object: {
      metadata: { name: 'shop' },
      spec: {
        rules: [
          {
            host: 'shop.example',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 'storefront', port: { name: 'main' } } } },
              ],
            },
          },
        ],
      },
    },
  },
  {
    target: { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets', namespace: NS },
    object: {
      metadata: { name: 'storefront' },
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'storefront' } } },
    },
  },
]

async function unlessThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'AlreadyExists') return undefined
    throw error
  }
}

/** How many objects of the example were created, and which failed. */
export interface ExampleOutcome {
  readonly made: number
  readonly failures: readonly { readonly name: string; readonly error: unknown }[]
}

/** A small web shop in its own namespace. Existing objects are left unchanged. */
export async function loadWebShop(client: Client): Promise<ExampleOutcome> {
  const failures: { name: string; error: unknown }[] = []
  const owners = new Map<string, OwnerReference>()
  let made = 0
  await unlessThere(client.create(NAMESPACES, { metadata: { name: NS } }))
  for (const { target, object, owner, status } of PARTS) {
    const reference = owner === undefined ? undefined : owners.get(owner)
    try {
      const body = { ...object, metadata: { ...object.metadata, ...(reference && { ownerReferences: [reference] }) } }
      const created: ApiObject =
        (await unlessThere(client.create(target, body))) ?? (await client.get(target, object.metadata.name))
      if (target.group === 'apps')
        owners.set(object.metadata.name, {
          apiVersion: 'apps/v1',
          kind: target.resource === 'deployments' ? 'Deployment' : 'ReplicaSet',
          name: object.metadata.name,
          uid: created.metadata.uid ?? '',
          controller: true,
          blockOwnerDeletion: true,
        })
      if (status !== undefined)
        await client.patch(target, object.metadata.name, 'merge', { status }, { subresource: 'status' })
      made++
    } catch (error) {
      failures.push({ name: `${target.resource} ${object.metadata.name}`, error })
    }
  }
  return { made, failures }
}

/** Namespace of the web shop. */
export const EXAMPLE_NAMESPACE = NS
