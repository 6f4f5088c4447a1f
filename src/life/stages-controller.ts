import { isStatus, type Target } from '../client/client'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import type { ControllerWatch } from '../controllers/controller'
import { type ControllerCache, keyOf, splitKey } from '../controllers/watched-cache'
import { runNamed } from '../controllers/kit'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { withGeneration } from './observed-generation'
import { addressOn, nodeAddresses } from './addresses'
import { OwnStages } from './own-stages'
import { POD_STAGES } from './pod-stages'
import { STAGE_ROLES } from './roles'
import { choose, delayOf, fits, type Stage, type StageContext } from './stage'

const NAME = 'stages'
const PODS: Target = { group: '', version: 'v1', resource: 'pods' }
const NODES: Target = { group: '', version: 'v1', resource: 'nodes' }

/** Where an object waits: for one of the stages that fitted, until a time. */
interface Turn {
  readonly stage: Stage
  readonly fitting: string
  readonly due: number
}

interface GivenAddress {
  readonly node: string
  readonly address: string
}

const nodeOf = (pod: ApiObject) => (pod['spec'] as { nodeName?: string } | undefined)?.nodeName ?? ''

/** Moves pods and nodes along their life cycles, as the agents of real nodes would. No container runs. */
export const stages: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'stage-controller',
  needs: ['v1/pods', 'v1/nodes'],
  roles: STAGE_ROLES,
  async start(deps) {
    const own = new OwnStages()
    await Promise.all([runPods(deps, own), runNodes(deps, own), own.follow(deps)])
  },
}

function runPods(deps: ControllerDeps, own: OwnStages): Promise<void> {
  const engine = new Engine(deps, own, 'pods')
  const given = new Map<string, GivenAddress>()
  return engine.run({
    watches: [
      { target: PODS, index: nodeOf, keys: (pod) => (nodeOf(pod) ? [keyOf(pod)] : []) },
      {
        target: NODES,
        // What waits for a node that was away goes on when it is back.
        keys: (node, [pods]) => (pods?.filed(node.metadata.name ?? '') ?? []).map(keyOf),
      },
    ],
    affects: (pod) => nodeOf(pod) !== '',
    forget: (key) => given.delete(key),
    context(key, pod, [pods, nodes]) {
      if (hasAddress(pod)) given.delete(key)
      const name = nodeOf(pod)
      const node = nodes?.get(undefined, name)
      // A pod on a node that is not there, or whose plug is out, stays as it is.
      if (!pods || !node || isUnplugged(node)) return undefined
      const address = (): string => {
        given.delete(key)
        const free = addressOn(node, addressesOf(pods, given.values(), name))
        given.set(key, { node: name, address: free })
        return free
      }
      return { node, address }
    },
  })
}

function runNodes(deps: ControllerDeps, own: OwnStages): Promise<void> {
  return new Engine(deps, own, 'nodes').run({
    watches: [{ target: NODES, keys: (node) => [keyOf(node)] }],
    affects: () => true,
    forget: () => undefined,
    context: (_key, node) => (isUnplugged(node) ? undefined : { node, address: () => '' }),
  })
}

const isUnplugged = (node: ApiObject): boolean => node.metadata.annotations?.['life.orch.io/unplugged'] !== undefined
const hasAddress = (pod: ApiObject): boolean => (pod['status'] as { podIP?: string } | undefined)?.podIP !== undefined

/** What pods on a node have, and what was given to some whose status the cache does not show yet. */
function addressesOf(pods: ControllerCache, given: Iterable<GivenAddress>, nodeName: string): ReadonlySet<string> {
  const used = nodeAddresses(pods.filed(nodeName))
  for (const { node, address } of given) if (node === nodeName) used.add(address)
  return used
}

/** What differs between the kinds that an engine moves. The first watch is that of the objects themselves. */
interface Moved {
  readonly watches: readonly ControllerWatch[]
  /** Whether an object can be in a stage at all. */
  affects(object: ApiObject): boolean
  forget(key: string): void
  /** What the stages may look at; undefined while the object stays as it is. */
  context(
    key: string,
    object: ApiObject,
    caches: readonly ControllerCache[],
  ): Pick<StageContext, 'node' | 'address'> | undefined
}

const KINDS = {
  pods: { target: PODS, kind: 'Pod', builtIn: POD_STAGES },
  nodes: { target: NODES, kind: 'Node', builtIn: [] },
} as const

/** Moves the objects of one kind. */
class Engine {
  private readonly turns = new Map<string, Turn>()
  /** The version of its last write for each key. */
  private readonly written = new Map<string, number>()
  private readonly events: Recorder
  private readonly kind

  constructor(
    private readonly deps: ControllerDeps,
    private readonly own: OwnStages,
    private readonly resource: keyof typeof KINDS,
  ) {
    this.kind = KINDS[resource]
    this.events = eventRecorder(deps, 'kubelet', { apiVersion: 'v1', kind: this.kind.kind })
  }

  run(moved: Moved): Promise<void> {
    const { deps } = this
    return runNamed(deps, NAME, {
      watches: moved.watches,
      triggers: (add, [objects]) =>
        this.own.onChange(() => {
          for (const object of objects?.list() ?? []) if (moved.affects(object)) add(keyOf(object))
        }),
      reconcile: async (key, caches) => {
        const { namespace, name } = splitKey(key)
        const [objects] = caches
        const object = objects?.get(namespace, name)
        if (!object || !objects) {
          for (const kept of [this.turns, this.written]) kept.delete(key)
          return moved.forget(key)
        }
        if ((this.written.get(key) ?? 0) > objects.revision) return
        const context = moved.context(key, object, caches)
        const turn = context && this.nextTurn(key, object)
        if (!turn) return
        const now = deps.clock.now()
        if (turn.due > now) return { afterMs: turn.due - now }
        this.turns.delete(key)
        await this.enter(key, turn.stage, object, { ...context, now: timestamp(now), release: deps.release })
      },
    })
  }

  /** The turn that an object waits for; it begins with the first look at this state. */
  private nextTurn(key: string, object: ApiObject): Turn | undefined {
    const candidates = [...this.kind.builtIn, ...this.own.of(this.resource)].filter((stage) => fits(stage, object))
    const fitting = `${object.metadata.uid ?? ''} ${candidates.map(({ name }) => name).join(' ')}`
    const before = this.turns.get(key)
    if (before?.fitting === fitting) return before
    const seed = `${key}/${object.metadata.resourceVersion ?? ''}`
    const stage = choose(candidates, seed)
    this.turns.delete(key)
    if (!stage) return undefined
    const turn = { stage, fitting, due: this.deps.clock.now() + delayOf(stage, object, seed) }
    this.turns.set(key, turn)
    return turn
  }

  private async enter(key: string, { own, next }: Stage, object: ApiObject, context: StageContext): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = object.metadata
    const { client } = this.deps
    const target = { ...this.kind.target, namespace }
    try {
      if (next.event)
        await this.events(object, next.event.type, next.event.reason, next.event.message(object, context.now))
      if (next.finalizers && object.metadata.finalizers?.length)
        await client.patch(target, name, 'merge', { metadata: { uid, finalizers: null } })
      if (next.status) {
        const told = next.status(object, context)
        const status = own || this.resource !== 'pods' ? told : withGeneration(told, object, context.release)
        const patch = { metadata: { uid, resourceVersion }, status }
        const changed = await client.patch(target, name, own ? 'strategic' : 'merge', patch, { subresource: 'status' })
        this.written.set(key, Number(changed.metadata.resourceVersion))
      }
      if (next.delete) await client.delete(target, name, { body: { gracePeriodSeconds: 0, preconditions: { uid } } })
    } catch (error) {
      // Gone, or changed meanwhile: the next look decides again.
      if (!isStatus(error, 'NotFound')) throw error
    }
  }
}
