import type { ControllableClock } from '../../machinery/controllable-clock'
import type { PluginState } from '../../admission/plugin-states'
import type { AuditLog } from '../../audit/log'
import type { LifeEngines } from '../../machinery/life-engines'
import type { Placements } from '../../machinery/placement'
import type { Store } from '../../store/store'
import type { Identities } from '../identities'
import type { Control, ControlCalls, ControlName } from '../control'
import type { RequestTrace } from '../trace'

/** What the page observes now. */
export interface Observation {
  traces: boolean
  audit: boolean
  outside: boolean
}

interface Parts {
  readonly store: Store
  readonly clock: ControllableClock
  readonly traces: readonly RequestTrace[]
  readonly observation: Observation
  readonly plugins: readonly PluginState[]
  /** Why a start would refuse an admission configuration file. */
  readonly admissionProblem: (file: string) => Promise<string | undefined>
  readonly auditLog: AuditLog
  /** Whether an audit policy is set. */
  readonly auditing: boolean
  readonly argv: readonly string[]
  readonly identities: Identities
  readonly placements: Placements
  readonly lives: LifeEngines
  /** Resolves when the start is complete, whether or not it succeeded. */
  readonly started: () => Promise<unknown>
}

type Calls = {
  [N in ControlName]?: (args: ControlCalls[N]['args']) => ControlCalls[N]['result'] | Promise<ControlCalls[N]['result']>
}

/** Ends the wait for controllers that keep triggering each other. */
const MOST_ROUNDS = 100

/** The error for a call that only the owner of the store and the process can carry out. */
export class OwnerOnlyCall extends Error {
  override readonly name = 'OwnerOnlyCall'
}

/** Answers the control calls about one running control plane; its owner answers restart, export, import and reset. */
export function createControl({
  store,
  clock,
  traces,
  observation,
  plugins,
  admissionProblem,
  auditLog,
  auditing,
  argv,
  identities,
  placements,
  started,
  lives,
}: Parts): Control {
  const calls: Calls = {
    flags: () => ({ argv }),
    async clock(args) {
      if (args.action === 'hold') clock.hold()
      if (args.action === 'resume') clock.resume()
      if (args.action === 'step') await clock.step(args.ms)
      if (args.action === 'speed') clock.speed(args.rate)
      return clock.state()
    },
    async rest() {
      await started()
      // New writes may wake a controller that was already idle, so repeat until nothing is written.
      for (let seen = -1, round = 0; store.revision !== seen && round < MOST_ROUNDS; round++) {
        seen = store.revision
        await clock.settled()
      }
      return null
    },
    traces: ({ limit }) => traces.slice(-limit),
    observe(args) {
      observation.traces = args.traces ?? observation.traces
      observation.audit = args.audit ?? observation.audit
      observation.outside = args.outside ?? observation.outside
      return null
    },
    'serving-identity': () => identities.serving(),
    administrator: () => identities.administrator(),
    placements: () => placements.list(),
    lives: () => lives.state(),
    'try-stage': ({ kind, stage, namespace, name }) => lives.try(kind, stage, namespace, name),
    admission: () => plugins,
    async 'check-admission'({ file }) {
      const problem = await admissionProblem(file)
      return problem === undefined ? {} : { problem }
    },
    audit: (query) => ({ ...auditLog.query(query), recording: auditing }),
    compact({ revision }) {
      store.compact(revision ?? store.revision)
      return { compactedRevision: store.compactedRevision }
    },
    store() {
      const fault = store.fault()?.message
      return {
        revision: store.revision,
        compactedRevision: store.compactedRevision,
        objects: store.count('/'),
        durable: store.durable,
        ...(fault && { fault }),
      }
    },
  }
  return async (name, args) => {
    const call = calls[name] as ((args: unknown) => unknown) | undefined
    if (!call) throw new OwnerOnlyCall(`${name} is not for a running control plane to do`)
    return (await call(args)) as never
  }
}
