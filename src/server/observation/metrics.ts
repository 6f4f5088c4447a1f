import { existsAt } from '../../api/releases/ledger'
import type { Metrics } from '../../machinery/metrics'

export type MetricType = 'counter' | 'gauge' | 'histogram'
export interface MetricDefinition {
  readonly name: string
  readonly type: MetricType
  readonly help: string
  readonly stability: 'STABLE' | 'ALPHA'
  /** Minor number of the release that has it first; absent where all have it. */
  readonly since?: number
  /** Release from which it is deprecated; hidden three minor releases later (resource API, "Metrics"). */
  readonly deprecatedSince?: string
}

const BUCKETS = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60]

interface Series {
  readonly labels: Readonly<Record<string, string>>
  value: number
  /** How many were within a limit and none of the smaller ones. */
  buckets?: number[]
  count?: number
}

const minorOf = (release: string): number => Number(release.split('.')[1] ?? 0)

/** A registry that writes itself in the text exposition format. Names that no definition knows are refused. */
export class MetricsRegistry implements Metrics {
  private readonly series = new Map<string, Map<string, Series>>()
  private readonly spelled = new Map<string, Series>()
  /** For labels that are the same object each time. */
  private readonly byLabels = new WeakMap<object, { readonly name: string; readonly series: Series }>()
  private readonly definitions: ReadonlyMap<string, MetricDefinition>
  private readonly collectors: (() => void)[] = []

  constructor(
    definitions: readonly MetricDefinition[],
    private readonly release: number,
    /** Value of --show-hidden-metrics-for-version. */
    private readonly showHiddenFor: string | undefined,
  ) {
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]))
  }

  count(name: string, labels: Readonly<Record<string, string>>, by = 1): void {
    this.at(name, labels).value += by
  }
  gauge(name: string, labels: Readonly<Record<string, string>>, value: number): void {
    this.at(name, labels).value = value
  }
  observe(name: string, labels: Readonly<Record<string, string>>, seconds: number): void {
    const series = this.at(name, labels)
    series.buckets ??= BUCKETS.map(() => 0)
    // Most of what is measured is below the first limit.
    let i = 0
    while (i < BUCKETS.length && seconds > (BUCKETS[i] as number)) i++
    if (i < BUCKETS.length) series.buckets[i] = (series.buckets[i] ?? 0) + 1
    series.count = (series.count ?? 0) + 1
    series.value += seconds
  }
  /** Runs before each exposition, to bring gauges up to date. */
  onCollect(collect: () => void): void {
    this.collectors.push(collect)
  }
  /** The present value of one series; 0 where it was never written. */
  value(name: string, labels: Readonly<Record<string, string>>): number {
    return this.series.get(name)?.get(keyOf(labels))?.value ?? 0
  }

  private at(name: string, labels: Readonly<Record<string, string>>): Series {
    if (!this.definitions.has(name)) throw new Error(`the metric ${name} is not defined`)
    const found = this.byLabels.get(labels)
    if (found?.name === name) return found.series
    // Whoever writes a series again and again names its labels in one order: no need to sort them each time.
    const spelled = name + spelling(labels)
    const before = this.spelled.get(spelled)
    if (before) {
      this.byLabels.set(labels, { name, series: before })
      return before
    }
    const all = this.series.get(name) ?? new Map<string, Series>()
    this.series.set(name, all)
    const key = keyOf(labels)
    const known = all.get(key) ?? { labels, value: 0 }
    all.set(key, known)
    this.spelled.set(spelled, known)
    return known
  }

  private hidden(definition: MetricDefinition): boolean {
    if (!existsAt(definition, this.release)) return true
    const { deprecatedSince } = definition
    if (!deprecatedSince) return false
    const since = minorOf(deprecatedSince)
    if (since > this.release - 3) return false
    return !(since === this.release - 3 && this.showHiddenFor && minorOf(this.showHiddenFor) >= since)
  }

  /** The text exposition format. */
  write(): string {
    for (const collect of this.collectors) collect()
    const lines: string[] = []
    for (const [name, definition] of [...this.definitions].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const all = this.series.get(name)
      if (!all || this.hidden(definition)) continue
      const deprecated =
        definition.deprecatedSince && existsAt({ since: minorOf(definition.deprecatedSince) }, this.release)
          ? `(Deprecated from ${definition.deprecatedSince}) `
          : ''
      lines.push(
        `# HELP ${name} [${definition.stability}] ${deprecated}${definition.help}`,
        `# TYPE ${name} ${definition.type}`,
      )
      for (const series of all.values())
        lines.push(
          ...(definition.type === 'histogram'
            ? histogramLines(name, series)
            : [`${name}${labelText(series.labels)} ${series.value}`]),
        )
    }
    return `${lines.join('\n')}\n`
  }
}

function spelling(labels: Readonly<Record<string, string>>): string {
  let text = ''
  for (const key in labels) text += `\0${key}=${labels[key]}`
  return text
}

const keyOf = (labels: Readonly<Record<string, string>>): string =>
  Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key]}`)
    .join('\0')

function labelText(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
  if (entries.length === 0) return ''
  return `{${entries.map(([key, value]) => `${key}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`).join(',')}}`
}

function histogramLines(name: string, { labels, value, buckets = [], count = 0 }: Series): string[] {
  let below = 0
  return [
    ...BUCKETS.map((limit, i) => {
      below += buckets[i] ?? 0
      return `${name}_bucket${labelText({ ...labels, le: String(limit) })} ${below}`
    }),
    `${name}_bucket${labelText({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${labelText(labels)} ${value}`,
    `${name}_count${labelText(labels)} ${count}`,
  ]
}

export const METRICS: readonly MetricDefinition[] = [
  {
    name: 'apiserver_request_total',
    type: 'counter',
    stability: 'STABLE',
    help: 'Requests by verb, dry run, group, version, resource, scope, component, content type and code.',
  },
  {
    name: 'apiserver_request_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time to answer in seconds, watches left out.',
  },
  {
    name: 'apiserver_requested_deprecated_apis',
    type: 'gauge',
    stability: 'STABLE',
    help: 'Deprecated APIs that have been requested, by group, version, resource, subresource and removed_release.',
  },
  {
    name: 'apiserver_registered_watchers',
    type: 'gauge',
    stability: 'ALPHA',
    help: 'Open watches by group, version and kind.',
  },
  { name: 'apiserver_current_inflight_requests', type: 'gauge', stability: 'STABLE', help: 'Requests under way.' },
  { name: 'apiserver_storage_objects', type: 'gauge', stability: 'STABLE', help: 'Stored objects by resource.' },
  {
    name: 'etcd_object_counts',
    type: 'gauge',
    stability: 'ALPHA',
    help: 'Stored objects by resource.',
    deprecatedSince: '1.22',
  },
  {
    name: 'apiserver_admission_step_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of the admission phases.',
  },
  {
    name: 'apiserver_admission_controller_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of each admission plugin.',
  },
  {
    name: 'apiserver_admission_webhook_admission_duration_seconds',
    type: 'histogram',
    stability: 'STABLE',
    help: 'Time of each webhook.',
  },
  {
    name: 'apiserver_admission_webhook_rejection_count',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Refusals by webhooks, by name, operation, type, error_type and rejection_code.',
  },
  {
    name: 'apiserver_admission_webhook_request_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of webhooks, by name, type, operation, code and whether the request was rejected.',
    since: 23,
  },
  {
    name: 'apiserver_admission_webhook_fail_open_count',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Calls of webhooks that failed and were ignored, by name and type.',
    since: 24,
  },
  { name: 'apiserver_audit_event_total', type: 'counter', stability: 'ALPHA', help: 'Audit events written.' },
  {
    name: 'apiserver_audit_error_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Audit events that could not be written, by plugin.',
  },
  {
    name: 'apiserver_audit_requests_rejected_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests refused because their audit event was lost.',
  },
  {
    name: 'apiserver_audit_level_total',
    type: 'counter',
    stability: 'ALPHA',
    help: 'Requests by the level at which they are recorded.',
  },
]
