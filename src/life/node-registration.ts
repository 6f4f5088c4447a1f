import type * as core from 'kt126/core/v1'
import { NODES } from '../client/core-targets'
import { isStatus } from '../client/status-error'
import { asDraft } from '../api/kinds/meta/draft'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { ControllerDeps } from '../controllers/controllers'
import { nodeAddress, podNetwork } from './addresses'
import { type Pressures, reportedConditions } from './node-conditions'

/** Annotation of a node that the simulation runs. */
export const SIMULATED = 'life.orch.io/simulated'

const STATUS = { subresource: 'status' }
const NO_PRESSURE: Pressures = { wanted: undefined, reported: undefined }
const ZONES = ['zone-a', 'zone-b', 'zone-c']

/** The labels and spec of the n-th node. */
const partsOf = (number: number, name: string) => ({
  labels: {
    'orch.io/hostname': name,
    'orch.io/os': 'linux',
    'orch.io/arch': 'amd64',
    'beta.orch.io/os': 'linux',
    'beta.orch.io/arch': 'amd64',
    'topology.orch.io/region': 'simulated',
    'topology.orch.io/zone': ZONES[(number - 1) % ZONES.length] ?? '',
  },
  spec: { podCIDR: podNetwork(number), podCIDRs: [podNetwork(number)], providerID: `simulated://${name}` },
})

/** Creates the n-th node; an existing one is left alone. */
export async function register({ client, clock }: ControllerDeps, number: number): Promise<void> {
  const name = `node-${number}`
  const { labels, spec } = partsOf(number, name)
  const node = {
    metadata: { name, labels, annotations: { [SIMULATED]: '' } },
    spec,
    // Without conditions the node would count as one that nobody has reported, and get pods before it is ready.
    status: {
      ...capacityOf(number, name),
      conditions: reportedConditions({ metadata: { name } }, NO_PRESSURE, timestamp(clock.now())),
    },
  }
  try {
    await client.create(NODES, node)
  } catch (error) {
    if (!isStatus(error, 'AlreadyExists')) throw error
  }
}

const shapeOf = (node: ApiObject) => asDraft<core.Node>(node)

/** Whether a node that a client has created still lacks its network or its resources. */
export const isIncomplete = (node: ApiObject): boolean =>
  shapeOf(node).spec?.podCIDR === undefined || shapeOf(node).status?.capacity?.['cpu'] === undefined

/** Gives a node that a client has created what it did not say itself: labels, a free network, resources and addresses. */
export async function complete({ client }: ControllerDeps, node: ApiObject, all: readonly ApiObject[]): Promise<void> {
  const { name = '', labels: own } = node.metadata
  const used = new Set(all.map((one) => shapeOf(one).spec?.podCIDR))
  let number = 1
  while (used.has(podNetwork(number))) number += 1
  const { labels, spec } = partsOf(number, name)
  const has = shapeOf(node)
  const network = has.spec?.podCIDR === undefined ? spec : {}
  await client.patch(NODES, name, 'merge', { metadata: { labels: { ...labels, ...own } }, spec: network })
  const missing = has.status?.capacity?.['cpu'] === undefined ? capacityOf(number, name) : {}
  await client.patch(NODES, name, 'strategic', { status: missing }, STATUS)
}

function capacityOf(number: number, name: string): object {
  return {
    capacity: { cpu: '4', memory: '16Gi', 'ephemeral-storage': '100Gi', pods: '110' },
    allocatable: { cpu: '3900m', memory: '15Gi', 'ephemeral-storage': '90Gi', pods: '110' },
    addresses: [
      { type: 'InternalIP', address: nodeAddress(number) },
      { type: 'Hostname', address: name },
    ],
  }
}
