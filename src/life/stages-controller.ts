import { PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS } from '../client/core-targets'
import { ATTACHMENTS } from '../controllers/storage/volumes'
import type { ApiObject } from '../machinery/object'
import { keyOf } from '../client/object-key'
import type { ControllerCache } from '../controllers/watched-cache'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { Engine, STAGED_TARGETS } from './engine'
import { addressOn } from './addresses'
import { areAttached, nodeOfAttachment } from './attached'
import { isDeferred } from './resize-verdict'
import { CustomStages } from './custom-stages'
import { NodeImages } from './node-images'
import { NodePods } from './node-pods'
import { POD_STAGES } from './pod-stages'
import { isShort } from './pressure'
import { STAGE_ROLES } from './roles'

const NAME = 'stages'
const PODS = STAGED_TARGETS.pods.target
const NODES = STAGED_TARGETS.nodes.target

interface GivenAddress {
  readonly node: string
  readonly address: string
}

const nodeOf = (pod: ApiObject) => (pod['spec'] as { nodeName?: string } | undefined)?.nodeName ?? ''

/** Moves pods and nodes through their life cycles, as the agents of real nodes would. No container runs. */
export const stages: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'stage-controller',
  program: 'orchlet',
  needs: ['v1/pods', 'v1/nodes'],
  roles: STAGE_ROLES,
  async start(deps) {
    const own = new CustomStages()
    await Promise.all([runPods(deps, own), runNodes(deps, own), own.define(deps)])
  },
}

function runPods(deps: ControllerDeps, own: CustomStages): Promise<void> {
  const engine = new Engine(deps, own, {
    name: NAME,
    resource: 'pods',
    component: 'kubelet',
    agent: true,
    builtIn: POD_STAGES,
  })
  const given = new Map<string, GivenAddress>()
  const images = new NodeImages()
  const room = new NodePods()
  /** Pods whose resize waits for room. */
  const deferred = new Set<string>()
  const note = (pod: ApiObject): void => {
    images.see(pod)
    if (isDeferred(pod)) deferred.add(keyOf(pod))
    else deferred.delete(keyOf(pod))
  }
  return engine.run({
    watches: [
      {
        target: PODS,
        index: nodeOf,
        keys(pod, [pods, nodes]) {
          if (!nodeOf(pod)) return []
          note(pod)
          const { namespace, name = '' } = pod.metadata
          room.see(keyOf(pod), pods?.get(namespace, name))
          if (!leavesRoom(pod)) return [keyOf(pod)]
          return [keyOf(pod), ...waitingBeside(pod, pods, deferred), ...nextToLeave(pod, pods, nodes)]
        },
      },
      {
        target: NODES,
        // Pods of a node that was unavailable continue when it is back.
        keys(node, [pods, nodes]) {
          const { name = '' } = node.metadata
          if (!nodes?.get(undefined, name)) images.forget(name)
          return podsOn(pods, name)
        },
      },
      { target: PERSISTENT_VOLUME_CLAIMS, keys: () => [] },
      { target: PERSISTENT_VOLUMES, keys: () => [] },
      { target: ATTACHMENTS, keys: (attachment, [pods]) => podsOn(pods, nodeOfAttachment(attachment)) },
    ],
    affects: (pod) => nodeOf(pod) !== '',
    forget(key) {
      given.delete(key)
      deferred.delete(key)
    },
    context(key, pod, [pods, nodes, claims, volumes, attachments]) {
      if (hasAddress(pod)) given.delete(key)
      const name = nodeOf(pod)
      const node = nodes?.get(undefined, name)
      // A pod on a missing or unplugged node stays as it is.
      if (!pods || !node || isUnplugged(node)) return undefined
      const address = (): string => {
        given.delete(key)
        const { addresses } = room.on(name)
        const free = addressOn(node, (one) => addresses.has(one) || isGiven(given, name, one))
        given.set(key, { node: name, address: free })
        return free
      }
      const others = () => pods.filed(name).filter((one) => keyOf(one) !== key)
      const hasImage = (image: string, before: string) => images.has(name, image, before)
      const mounted = areAttached(pod, claims, volumes, attachments)
      return { node, address, others, taken: room.on(name), hasImage, mounted }
    },
  })
}

function runNodes(deps: ControllerDeps, own: CustomStages): Promise<void> {
  return new Engine(deps, own, { name: NAME, resource: 'nodes', component: 'kubelet', agent: true, builtIn: [] }).run({
    watches: [{ target: NODES, keys: (node) => [keyOf(node)] }],
    affects: () => true,
    forget: () => undefined,
    context: (_key, node) => (isUnplugged(node) ? undefined : { node, address: () => '' }),
  })
}

const podsOn = (pods: ControllerCache | undefined, node = ''): string[] => (pods?.filed(node) ?? []).map(keyOf)
/** Pods whose resize waits for room on the node of a pod that leaves or shrinks. */
const waitingBeside = (pod: ApiObject, pods: ControllerCache | undefined, deferred: ReadonlySet<string>): string[] =>
  deferred.size === 0 ? [] : podsOn(pods, nodeOf(pod)).filter((key) => deferred.has(key))
/** The pods of a node under pressure, when one of them leaves: one of the others is next. */
function nextToLeave(pod: ApiObject, pods: ControllerCache | undefined, nodes: ControllerCache | undefined): string[] {
  const node = nodes?.get(undefined, nodeOf(pod))
  return node && isShort(node) ? podsOn(pods, nodeOf(pod)) : []
}
function leavesRoom(pod: ApiObject): boolean {
  const { phase } = (pod['status'] ?? {}) as { phase?: string }
  const ended = phase === 'Succeeded' || phase === 'Failed'
  return ended || pod.metadata.deletionTimestamp !== undefined || (pod.metadata.generation ?? 1) > 1
}
const isUnplugged = (node: ApiObject): boolean => node.metadata.annotations?.['life.orch.io/unplugged'] !== undefined
const hasAddress = (pod: ApiObject): boolean => (pod['status'] as { podIP?: string } | undefined)?.podIP !== undefined

/** Whether an address was assigned to a pod whose status the cache does not show yet. */
function isGiven(given: ReadonlyMap<string, GivenAddress>, nodeName: string, wanted: string): boolean {
  for (const { node, address } of given.values()) if (address === wanted && node === nodeName) return true
  return false
}
