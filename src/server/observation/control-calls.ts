import type { ControllableClock } from '../../machinery/controllable-clock'
import type { PluginState } from '../../admission/plugin-states'
import type { AuditLog } from '../../audit/log'
import type { Lives } from '../../machinery/lives'
import type { Placements } from '../../machinery/placement'
import type { Store } from '../../store/store'
import type { Identities } from '../identities'
import type { Control, ControlCalls, ControlName } from '../control'
import type { RequestTrace } from '../trace'

/** What somebody looks at now. */
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
  readonly auditLog: AuditLog
  /** Whether there is a policy that says what is recorded. */
  readonly auditing: boolean
  readonly argv: readonly string[]
  readonly identities: Identities
  readonly placements: Placements
  readonly lives: Lives
  /** Ends when the start is over, however it went. */
  readonly started: () => Promise<unknown>
}

type Calls = {
  [N in ControlName]?: (args: ControlCalls[N]['args']) => ControlCalls[N]['result'] | Promise<ControlCalls[N]['result']>
}

/** Controllers that never come to an end with each other keep nobody waiting for good. */
const MOST_ROUNDS = 100

/** A call that only the owner of the store and the process can carry out. */
export class NotHere extends Error {
  override readonly name = 'NotHere'
}

/** Answers the control calls that concern one running control plane; restart, export, import and reset are its owner's. */
export function createControl({
  store,
  clock,
  traces,
  observation,
  plugins,
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
      // What was written meanwhile may be news for somebody who had come to rest before.
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
    if (!call) throw new NotHere(`${name} is not for a running control plane to do`)
    return (await call(args)) as never
  }
}
