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
