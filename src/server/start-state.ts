import { cidrAddress, formatIp, parseCidr } from '../machinery/ip'
import { type Client, isStatus, type Target } from '../client/client'

const NAMESPACES: Target = { group: '', version: 'v1', resource: 'namespaces' }
const PRIORITY_CLASSES: Target = { group: 'scheduling.orch.io', version: 'v1', resource: 'priorityclasses' }

interface StartObject {
  readonly target: Target
  readonly object: { metadata: { name: string; [field: string]: unknown }; [field: string]: unknown }
}

const namespace = (name: string): StartObject => ({ target: NAMESPACES, object: { metadata: { name } } })
const priority = (name: string, value: number, description: string): StartObject => ({
  target: PRIORITY_CLASSES,
  object: { metadata: { name }, value, description },
})

/** What every cluster starts with; made through the API, and left alone where it exists. */
export const START_OBJECTS: readonly StartObject[] = [
  namespace('default'),
  namespace('orch-system'),
  namespace('orch-public'),
  namespace('orch-node-lease'),
  priority(
    'system-cluster-critical',
    2_000_000_000,
    'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  ),
  priority(
    'system-node-critical',
    2_000_001_000,
    'Used for system critical pods that must not be moved from their current node.',
  ),
]

/** The service by which pods find the API server: the first cluster address, and the address that the server listens at. */
export function apiServerObjects(clusterRange: string, advertised: string, port: number): StartObject[] {
  const range = parseCidr(clusterRange.split(',')[0]?.trim() ?? '')
  const first = range && cidrAddress(range, 1)
  if (!first) return []
  const metadata = { name: 'orch', labels: { component: 'apiserver', provider: 'orch' } }
  const at = (resource: string): Target => ({ group: '', version: 'v1', resource, namespace: 'default' })
  const ports = [{ name: 'https', port: 443, protocol: 'TCP', targetPort: port }]
  return [
    {
      target: at('services'),
      object: { metadata, spec: { type: 'ClusterIP', clusterIP: formatIp(first), ports, sessionAffinity: 'None' } },
    },
    {
      target: at('endpoints'),
      object: {
        metadata: { name: 'orch' },
        subsets: [{ addresses: [{ ip: advertised }], ports: [{ name: 'https', port, protocol: 'TCP' }] }],
      },
    },
  ]
}

/** Creates what is missing; everything else that fails is an error. */
export async function ensureStartState(client: Client, objects: readonly StartObject[]): Promise<void> {
  for (const { target, object } of objects) {
    try {
      await client.create(target, object)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) throw error
    }
  }
}
