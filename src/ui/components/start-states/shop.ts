import type { Client } from '../../../client/client'
import { isStatus } from '../../../client/status-error'
import type { Target } from '../../../client/targets'

const at = (group: string, version: string, resource: string): Target => ({
  group,
  version,
  resource,
  namespace: 'default',
})

interface Part {
  readonly name: string
  readonly replicas: number
  readonly cpu: string
}
const PARTS: readonly Part[] = [
  { name: 'web', replicas: 4, cpu: '250m' },
  { name: 'cart', replicas: 3, cpu: '200m' },
  { name: 'search', replicas: 2, cpu: '500m' },
]

const deployment = ({ name, replicas, cpu }: Part) => ({
  metadata: { name, labels: { part: 'shop' } },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [
          {
            name,
            image: `registry.example/${name}:1`,
            ports: [{ name: 'http', containerPort: 8080 }],
            resources: { requests: { cpu, memory: '128Mi' } },
            readinessProbe: { httpGet: { path: '/', port: 'http' }, initialDelaySeconds: 2 },
          },
        ],
      },
    },
  },
})

async function make(client: Client, target: Target, object: object): Promise<void> {
  try {
    await client.create(target, object)
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
  }
}

/** A small shop: three deployments with services, and a disruption budget for the web. Existing objects are left unchanged. */
export async function createShop(client: Client, policyVersion: string): Promise<void> {
  for (const part of PARTS) {
    await make(client, at('apps', 'v1', 'deployments'), deployment(part))
    await make(client, at('', 'v1', 'services'), {
      metadata: { name: part.name },
      spec: { selector: { app: part.name }, ports: [{ port: 80, targetPort: 'http' }] },
    })
  }
  await make(client, at('policy', policyVersion, 'poddisruptionbudgets'), {
    metadata: { name: 'web' },
    spec: { minAvailable: 3, selector: { matchLabels: { app: 'web' } } },
  })
}
