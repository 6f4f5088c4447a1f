import { behaves } from '../api/releases/ledger'
import { NODES } from '../client/core-targets'
import type { ApiObject } from '../machinery/object'
import type { ControllerCache } from '../controllers/watched-cache'
import type { RequeueAfter } from '../controllers/work-queue'
import type { ControllerDeps } from '../controllers/controllers'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { LEASES, NodeHealth, olderLabels, readiness } from './node-health'
import { hasTaints, noExecuteTaints, noScheduleTaints, setTaints, type Taint } from './node-taints'
import { setUnknown } from './silent-node'
import { TaintEvictions } from './taint-evictions'
import { ZoneLimits, zoneOf, zoneStates } from './zone-limits'

/** How often nodes are looked at: only then they are announced, and get or lose NoExecute taints. */
const PASS_MS = 5_000

const NODE = { apiVersion: 'v1', kind: 'Node' }

interface Caches {
  readonly nodes: ControllerCache | undefined
  readonly pods: ControllerCache | undefined
  readonly leases: ControllerCache | undefined
}

/** Brings one node after the other in line with its conditions and heartbeats. */
export class NodeMonitor {
  private readonly health = new NodeHealth()
  private readonly events: Recorder
  private readonly evictions: TaintEvictions
  private readonly started: number
  /** UIDs of the nodes that were announced by an event. */
  private readonly announced = new Map<string, string>()
  /** When a node that waits for the next pass is due. */
  private readonly passes = new Map<string, number>()
  /** The readiness of each node when it was last looked at. */
  private readonly seen = new Map<string, string | undefined>()
  private zones: ReturnType<typeof zoneStates> = new Map()
  private readonly limits = new ZoneLimits()
  /** Queues a node. The controller sets it when it starts. */
  lookAgain: (name: string) => void = () => undefined

  constructor(private readonly deps: ControllerDeps) {
    this.events = eventRecorder(deps, 'node-controller', { apiVersion: 'v1', kind: 'Pod' })
    const evictor = behaves('taint-evictions-apart', deps.release) ? 'taint-eviction-controller' : 'taint-controller'
    this.evictions = new TaintEvictions(deps, eventRecorder(deps, evictor, { apiVersion: 'v1', kind: 'Pod' }))
    this.started = deps.clock.now()
  }

  async reconcile(name: string, { nodes, pods, leases }: Caches): Promise<RequeueAfter | void> {
    const node = nodes?.get(undefined, name)
    this.watchDisruption(name, node, nodes)
    if (!node) {
      this.health.forget(name)
      this.evictions.forget(name)
      return this.inPass(name, this.announced.has(name), () => this.announceRemoval(name))
    }
    const left = this.health.observe(node, leases?.get(LEASES.namespace, name), this.deps.clock.now())
    const filed = pods?.filed(name) ?? []
    if (left <= 0 && (await setUnknown(this.deps, this.events, node, filed))) return
    if (await this.setLabels(node)) return
    if (await setTaints(this.deps, node, 'NoSchedule', noScheduleTaints(node))) return
    const wanted = this.wantedNoExecute(node)
    const isOff = wanted !== undefined && !hasTaints(node, 'NoExecute', wanted)
    let limited = Infinity
    const pass = await this.inPass(name, isOff || !this.announced.has(name), async () => {
      await this.announce(node)
      if (isOff) limited = (await this.taint(node, wanted)) || Infinity
    })
    const evicting = await this.evictions.look(node, filed)
    const next = Math.min(left > 0 ? left : Infinity, evicting, pass?.afterMs ?? limited)
    return Number.isFinite(next) ? { afterMs: next } : undefined
  }

  /** Does `work` in the next pass. @returns when to come back, if that is later */
  private async inPass(name: string, isNeeded: boolean, work: () => Promise<void>): Promise<RequeueAfter | undefined> {
    if (!isNeeded) return void this.passes.delete(name)
    const now = this.deps.clock.now()
    const due = this.passes.get(name) ?? now + PASS_MS - ((now - this.started) % PASS_MS)
    this.passes.set(name, due)
    if (due > now) return { afterMs: due - now }
    this.passes.delete(name)
    await work()
    return undefined
  }

  /** Looks at all nodes again when the state of a zone changes: that stops and starts evictions. */
  private watchDisruption(name: string, node: ApiObject | undefined, nodes: ControllerCache | undefined): void {
    const ready = node && readiness(node)
    if (this.seen.has(name) === (node !== undefined) && this.seen.get(name) === ready) return
    if (node) this.seen.set(name, ready)
    else this.seen.delete(name)
    const all = nodes?.list() ?? []
    const before = this.zones
    this.zones = zoneStates(all)
    if (
      this.zones.size === before.size &&
      [...this.zones].every(([zone, { state }]) => before.get(zone)?.state === state)
    )
      return
    for (const { metadata } of all) this.lookAgain(metadata.name ?? '')
  }

  /** Without any ready node the control plane assumes that it is cut off itself, and evicts nothing. */
  private get isCutOff(): boolean {
    return this.zones.size > 0 && [...this.zones.values()].every(({ state }) => state === 'fully')
  }

  private wantedNoExecute(node: ApiObject): readonly Taint[] | undefined {
    const wanted = noExecuteTaints(node)
    return wanted && this.isCutOff ? [] : wanted
  }

  /** Sets the NoExecute taint. @returns milliseconds until it may be set, if the zone allows no further one now */
  private async taint(node: ApiObject, wanted: readonly Taint[]): Promise<number> {
    const isNew = wanted.length > 0 && hasTaints(node, 'NoExecute', [])
    const zone = zoneOf(node)
    const left = isNew ? this.limits.take(zone, this.zones.get(zone), this.deps.clock.now()) : 0
    if (left === 0) await setTaints(this.deps, node, 'NoExecute', wanted)
    return left
  }

  private async setLabels(node: ApiObject): Promise<boolean> {
    const labels = olderLabels(node)
    if (Object.keys(labels).length === 0) return false
    await this.deps.client.patch(NODES, node.metadata.name ?? '', 'merge', { metadata: { labels } })
    return true
  }

  private async announce({ metadata: { name = '', uid = '' } }: ApiObject): Promise<void> {
    if (this.announced.has(name)) return
    this.announced.set(name, uid)
    await this.tell(name, uid, 'RegisteredNode', `Registered Node ${name} in Controller`)
  }
  private async announceRemoval(name: string): Promise<void> {
    const uid = this.announced.get(name) ?? ''
    this.announced.delete(name)
    await this.tell(name, uid, 'RemovingNode', `Removing Node ${name} from Controller`)
  }
  private tell(name: string, uid: string, reason: string, what: string): Promise<void> {
    return this.events({ metadata: { name, uid } }, 'Normal', reason, `Node ${name} event: ${what}`, { about: NODE })
  }
}
