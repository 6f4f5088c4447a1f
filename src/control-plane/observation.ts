import type { AuditEvent, Auditor } from '../audit/audit'
import { createAuditor } from '../audit/auditor'
import { AuditLog } from '../audit/log'
import { LifeEngines } from '../machinery/life-engines'
import { Placements } from '../machinery/placement'
import { MetricsRegistry } from '../server/observation/metrics'
import type { OutsideRequest } from '../server/observation/outside-requests'
import { METRICS } from '../server/observation/metric-definitions'
import type { ControlEvents } from '../server/control'
import type { RequestTrace } from '../server/trace'
import type { Configuration } from './configuration'
import type { ControlPlaneOptions } from './options'

const MAX_TRACES = 1000

/** Records requests and notifies the page. */
export class Observation {
  readonly traces: RequestTrace[] = []
  /** What the page observes now. */
  readonly watched = { traces: false, audit: false, outside: false }
  readonly metrics: MetricsRegistry
  readonly auditLog: AuditLog
  readonly auditor: Auditor
  /** The scheduler's reasons for its placements. */
  readonly placements = new Placements()
  /** The engines that move objects through their stages. */
  readonly lives = new LifeEngines()
  readonly #listeners = new Map<string, Set<(payload: never) => void>>()

  constructor({ clock, auditSink }: ControlPlaneOptions, configuration: Configuration) {
    const { flags, release, hiddenMetrics, auditPolicy } = configuration
    const metrics = new MetricsRegistry(METRICS, release.minor, hiddenMetrics)
    this.metrics = metrics
    this.auditLog = new AuditLog(flags.integer('audit-events-kept'))
    const emit = (event: AuditEvent): boolean => {
      this.auditLog.add(event)
      if (this.watched.audit) this.#emit('audit', event)
      return auditSink?.(event, metrics) ?? true
    }
    this.auditor = createAuditor({ policy: auditPolicy, clock, metrics, emit })
  }

  /** Keeps the latest traces. */
  traced(trace: RequestTrace): void {
    this.traces.push(trace)
    if (this.traces.length > MAX_TRACES) this.traces.shift()
    this.#emit('trace', trace)
  }

  /** Emits a request of a program outside the page; it is not kept. */
  sent(request: OutsideRequest): void {
    this.#emit('outside', request)
  }

  /** Calls `listener` for each event of that name until the returned function is called. */
  on<N extends keyof ControlEvents>(name: N, listener: (payload: ControlEvents[N]) => void): () => void {
    const set = this.#listeners.get(name) ?? new Set<(payload: never) => void>()
    this.#listeners.set(name, set.add(listener))
    return () => set.delete(listener)
  }

  #emit<N extends keyof ControlEvents>(name: N, payload: ControlEvents[N]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload as never)
  }
}
