import { behaves } from '../api/releases/ledger'
import type { Target } from '../client/targets'
import { timestamp } from '../machinery/clock'
import type { LifeEngine, LifeTurn, StageFacts, StageTrial } from '../machinery/life-engines'
import type { ApiObject } from '../machinery/object'
import type { ControllerWatch } from '../controllers/controller'
import { keyOf, splitKey } from '../client/object-key'
import type { ControllerCache } from '../controllers/watched-cache'
import { runNamed } from '../controllers/kit'
import type { ControllerDeps } from '../controllers/controllers'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { isStatus } from '../client/status-error'
import { asReported } from './reported-status'
import { type CustomStages, stageOf } from './custom-stages'
import { choose, dueOf, fits, type StagedResource, type Stage, type StageContext, type StageEvent } from './stage'
import { factsOf, trialOf } from './stage-facts'

/**
 * Number of objects that enter their stages concurrently, as with agents of many nodes: their writes share a commit, and watchers handle
 * them together.
 */
const AT_ONCE = 16

/** The chosen next stage of an object, and when it is due. */
interface Turn {
  readonly stage: Stage
  readonly fitting: string
  readonly due: number
}

/** The differences between the kinds that an engine moves. The first watch is that of the objects themselves. */
export interface Moved {
  readonly watches: readonly ControllerWatch[]
  /** Whether an object can be in any stage at all. */
  affects(object: ApiObject): boolean
  forget(key: string): void
  /** The context for the stages; undefined while the object must stay as it is. */
  context(key: string, object: ApiObject, caches: readonly ControllerCache[]): Surroundings | undefined
}

type Surroundings = Pick<StageContext, 'node' | 'address' | 'related' | 'mounted' | 'others' | 'taken' | 'hasImage'>

const core = (resource: string): Target => ({ group: '', version: 'v1', resource })

/** The kinds that an engine can move, with their resources and their identity in events. */
export const STAGED_TARGETS: Readonly<
  Record<StagedResource, { readonly target: Target; readonly kind: string; readonly apiVersion: string }>
> = {
  pods: { target: core('pods'), kind: 'Pod', apiVersion: 'v1' },
  nodes: { target: core('nodes'), kind: 'Node', apiVersion: 'v1' },
  persistentvolumeclaims: {
    target: core('persistentvolumeclaims'),
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
  },
  persistentvolumes: { target: core('persistentvolumes'), kind: 'PersistentVolume', apiVersion: 'v1' },
  volumeattachments: {
    target: { group: 'storage.orch.io', version: 'v1', resource: 'volumeattachments' },
    kind: 'VolumeAttachment',
    apiVersion: 'storage.orch.io/v1',
  },
}

/** The name of the controller, and its built-in stages. */
export interface EngineOptions {
  readonly name: string
  readonly resource: StagedResource
  /** The component that its events name. */
  readonly component: string
  /** The component runs on the node of each object. */
  readonly agent?: true
  readonly builtIn: readonly Stage[]
}

/** Moves the objects of one kind through their stages. */
export class Engine implements LifeEngine {
  /** Of the stages that chance chooses from. */
  private readonly turnsByKey = new Map<string, Turn>()
  /** Deadlines that come before the object's other turn, if it has one. */
  private readonly deadlines = new Map<string, Turn>()
  /** The version of the last write for each key. */
  private readonly written = new Map<string, number>()
  private readonly events: Recorder
  private moved: Moved | undefined
  private caches: readonly ControllerCache[] = []
  readonly kind: string

  constructor(
    private readonly deps: ControllerDeps,
    private readonly own: CustomStages,
    private readonly options: EngineOptions,
  ) {
    const { kind, apiVersion } = STAGED_TARGETS[options.resource]
    this.kind = kind
    this.events = eventRecorder(deps, options.component, { apiVersion, kind })
    deps.lives?.register(this)
  }

  stages(): StageFacts[] {
    return this.all().map(factsOf)
  }

  turns(): LifeTurn[] {
    return [...new Map([...this.turnsByKey, ...this.deadlines])].map(([key, { stage, due }]) => {
      const { namespace, name } = splitKey(key)
      return { kind: this.kind, ...(namespace !== undefined && { namespace }), name, stage: stage.name, due }
    })
  }

  try(written: ApiObject, namespace: string | undefined, name: string): StageTrial | undefined {
    const object = this.caches[0]?.get(namespace, name)
    if (!object || !this.moved) return undefined
    const key = keyOf(object)
    const context = this.moved.context(key, object, this.caches) ?? { node: undefined, address: () => '' }
    const others = this.all().filter((stage) => !(stage.own && stage.name === written.metadata.name))
    return trialOf(stageOf(written), object, others, { ...context, ...this.at(this.deps.clock.now()) })
  }

  private at(now: number): Pick<StageContext, 'now' | 'release' | 'marksEvicted'> {
    const { deps } = this
    return { now: timestamp(now), release: deps.release, marksEvicted: behaves('node-marks-evicted-pods', deps) }
  }

  private all(): Stage[] {
    return [...this.options.builtIn, ...this.own.of(this.options.resource)]
  }

  run(moved: Moved): Promise<void> {
    const { deps } = this
    this.moved = moved
    return runNamed(deps, this.options.name, {
      workers: AT_ONCE,
      watches: moved.watches,
      triggers: (add, caches) => {
        this.caches = caches
        return this.own.onChange(() => {
          for (const object of caches[0]?.list() ?? []) if (moved.affects(object)) add(keyOf(object))
        })
      },
      reconcile: async (key, caches) => {
        const { namespace, name } = splitKey(key)
        const [objects] = caches
        const object = objects?.get(namespace, name)
        if (!object || !objects) {
          for (const kept of [this.turnsByKey, this.deadlines, this.written]) kept.delete(key)
          return moved.forget(key)
        }
        if ((this.written.get(key) ?? 0) > objects.revision) return
        const context = moved.context(key, object, caches)
        const turn = context && this.nextTurn(key, object, context)
        if (!turn) return
        const now = deps.clock.now()
        if (turn.due > now) return { afterMs: turn.due - now }
        this.turnsByKey.delete(key)
        await this.enter(key, turn.stage, object, { ...context, ...this.at(now) })
      },
    })
  }

  /** The next turn of an object: a deadline, or else what chance has chosen. */
  private nextTurn(key: string, object: ApiObject, context: Surroundings): Turn | undefined {
    const candidates = this.all().filter((stage) => fits(stage, object, context))
    const chosen = this.chosenTurn(
      key,
      object,
      candidates.filter(({ deadline }) => !deadline),
    )
    // Looked up each time, because the user may change it.
    const [late] = candidates.flatMap((stage) => deadlineTurn(stage, object)).sort((a, b) => a.due - b.due)
    if (!late || (chosen && chosen.due < late.due)) {
      this.deadlines.delete(key)
      return chosen
    }
    this.deadlines.set(key, late)
    return late
  }

  /** The turn that waits for its delay; it begins when this state is first seen. */
  private chosenTurn(key: string, object: ApiObject, candidates: readonly Stage[]): Turn | undefined {
    const fitting = `${object.metadata.uid ?? ''} ${candidates.map(({ name }) => name).join(' ')}`
    const before = this.turnsByKey.get(key)
    if (before?.fitting === fitting) return before
    const seed = `${key}/${object.metadata.resourceVersion ?? ''}`
    const stage = choose(candidates, seed)
    this.turnsByKey.delete(key)
    if (!stage) return undefined
    const turn = { stage, fitting, due: dueOf(stage, object, seed, this.deps.clock.now()) }
    this.turnsByKey.set(key, turn)
    return turn
  }

  private async enter(key: string, { own, next }: Stage, object: ApiObject, context: StageContext): Promise<void> {
    const { name = '', namespace, uid, resourceVersion } = object.metadata
    const { client } = this.deps
    const target = { ...STAGED_TARGETS[this.options.resource].target, namespace }
    try {
      if (next.create) await this.create(next.create(object, context))
      if (next.event) await this.tell(object, { ...next.event, message: next.event.message(object, context.now) })
      // Independent of each other, so that they share a commit.
      await Promise.all((next.tell?.events(object, context) ?? []).map((event) => this.tell(object, event)))
      if (next.finalizers && object.metadata.finalizers?.length)
        await client.patch(target, name, 'merge', { metadata: { uid, finalizers: null } })
      if (next.status) {
        const made = next.status(object, context)
        const status = own || this.options.resource !== 'pods' ? made : asReported(made, object, context)
        const patch = { metadata: { uid, resourceVersion }, status }
        const changed = await client.patch(target, name, own ? 'strategic' : 'merge', patch, { subresource: 'status' })
        this.written.set(key, Number(changed.metadata.resourceVersion))
      }
      if (next.delete) await client.delete(target, name, { body: { gracePeriodSeconds: 0, preconditions: { uid } } })
    } catch (error) {
      // Gone, or changed concurrently: the next reconciliation decides again.
      if (!isStatus(error, 'NotFound')) throw error
    }
  }

  private async tell(object: ApiObject, { type, reason, message, fieldPath, times = 1 }: StageEvent): Promise<void> {
    const host = this.options.agent ? agentOf(object) : undefined
    const details = { ...(fieldPath && { fieldPath }), ...(host && { host }) }
    for (let time = 0; time < times; time++) await this.events(object, type, reason, message, details)
  }

  private async create({ target, object }: { target: Target; object: ApiObject }): Promise<void> {
    try {
      await this.deps.client.create(target, object)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) throw error
    }
  }
}

const deadlineTurn = (stage: Stage, object: ApiObject): Turn[] => {
  const due = stage.deadline?.(object)
  return due !== undefined && Number.isFinite(due) ? [{ stage, fitting: stage.name, due }] : []
}

/** The node whose agent looks after an object: that of a pod, or the node itself. */
const agentOf = ({ spec, metadata }: ApiObject): string | undefined =>
  (spec as { nodeName?: string } | undefined)?.nodeName ?? metadata.name
