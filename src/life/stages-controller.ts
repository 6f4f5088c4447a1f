import { isStatus, type Target } from '../client/client'
import { timestamp } from '../machinery/clock'
import type { ApiObject } from '../machinery/object'
import { type ControllerCache, keyOf, type RequeueAfter, runController, splitKey } from '../controllers/controller'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { addressOn, nodeAddresses } from './addresses'
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

/** Moves pods along their life cycle, as the agents of real nodes would. No container runs. */
export const stages: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'stage-controller',
  needs: ['v1/pods', 'v1/nodes'],
  roles: STAGE_ROLES,
  start(deps) {
    const events = eventRecorder(deps, 'kubelet', { apiVersion: 'v1', kind: 'Pod' })
    const turns = new Map<string, Turn>()
    const written = new Map<string, number>()
    const given = new Map<string, GivenAddress>()
    const nodeOf = (pod: ApiObject) => (pod['spec'] as { nodeName?: string } | undefined)?.nodeName ?? ''
    return runController({
      name: NAME,
      client: deps.reader,
      clock: deps.clock,
      signal: deps.signal,
      log: (message) => deps.log(NAME, message),
      watches: [
        { target: PODS, index: nodeOf, keys: (pod) => (nodeOf(pod) ? [keyOf(pod)] : []) },
        {
          target: NODES,
          // What waits for a node that was away goes on when it is back.
          keys: (node, [pods]) => (pods?.filed(node.metadata.name ?? '') ?? []).map(keyOf),
        },
      ],
      async reconcile(key, [pods, nodes]) {
        const { namespace, name } = splitKey(key)
        const pod = pods?.get(namespace, name)
        if (!pod || !pods) {
          for (const kept of [turns, written, given]) kept.delete(key)
          return
        }
        if (hasAddress(pod)) given.delete(key)
        if ((written.get(key) ?? 0) > pods.revision) return
        const node = nodes?.get(undefined, nodeOf(pod))
        // A pod on a node that is not there, or whose plug is out, stays as it is.
        if (!node || node.metadata.annotations?.['life.orch.io/unplugged'] !== undefined) return
        const step = nextTurn(turns, key, pod, deps.clock.now())
        if (!step) return
        if (step.due > deps.clock.now()) return { afterMs: step.due - deps.clock.now() }
        turns.delete(key)
        const context: StageContext = {
          now: timestamp(deps.clock.now()),
          release: deps.release,
          node,
          address() {
            given.delete(key)
            const address = addressOn(node, addressesOf(pods, given.values(), nodeOf(pod)))
            given.set(key, { node: nodeOf(pod), address })
            return address
          },
        }
        return enter(deps, events, step.stage, pod, context, (version) => written.set(key, version))
      },
    })
  },
}

/** The turn that a pod waits for; it begins with the first look at this state. */
function nextTurn(turns: Map<string, Turn>, key: string, pod: ApiObject, now: number): Turn | undefined {
  const candidates = POD_STAGES.filter((stage) => fits(stage, pod))
  const fitting = `${pod.metadata.uid ?? ''} ${candidates.map(({ name }) => name).join(' ')}`
  const before = turns.get(key)
  if (before?.fitting === fitting) return before
  const seed = `${key}/${pod.metadata.resourceVersion ?? ''}`
  const stage = choose(candidates, seed)
  turns.delete(key)
  if (!stage) return undefined
  const turn = { stage, fitting, due: now + delayOf(stage, pod, seed) }
  turns.set(key, turn)
  return turn
}

/** What pods on a node have, and what was given to some whose status the cache does not show yet. */
function addressesOf(pods: ControllerCache, given: Iterable<GivenAddress>, nodeName: string): ReadonlySet<string> {
  const used = nodeAddresses(pods.filed(nodeName))
  for (const { node, address } of given) if (node === nodeName) used.add(address)
  return used
}

const hasAddress = (pod: ApiObject): boolean => (pod['status'] as { podIP?: string } | undefined)?.podIP !== undefined

async function enter(
  { client }: ControllerDeps,
  events: Recorder,
  { next }: Stage,
  pod: ApiObject,
  context: StageContext,
  wrote: (version: number) => void,
): Promise<RequeueAfter | void> {
  const { name = '', namespace, uid, resourceVersion } = pod.metadata
  const target = { ...PODS, namespace }
  try {
    if (next.event) await events(pod, next.event.type, next.event.reason, next.event.message(pod))
    if (next.finalizers && pod.metadata.finalizers?.length)
      await client.patch(target, name, 'merge', { metadata: { uid, finalizers: null } })
    if (next.status) {
      const patch = { metadata: { uid, resourceVersion }, status: next.status(pod, context) }
      const changed = await client.patch(target, name, 'merge', patch, { subresource: 'status' })
      wrote(Number(changed.metadata.resourceVersion))
    }
    if (next.delete) await client.delete(target, name, { body: { gracePeriodSeconds: 0, preconditions: { uid } } })
  } catch (error) {
    // Gone, or changed meanwhile: the next look decides again.
    if (!isStatus(error, 'NotFound')) throw error
  }
}
