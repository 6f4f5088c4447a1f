import { existsAt } from '../../api/releases/ledger'
import type { Metrics, Observe } from '../../machinery/metrics'
import { BUCKETS, type MetricDefinition } from './metric-definitions'

interface Series {
  readonly labels: Readonly<Record<string, string>>
  value: number
  /** Number of observations per bucket, not cumulative. */
  buckets?: number[]
  count?: number
}

function add(series: Series, seconds: number): void {
  series.buckets ??= BUCKETS.map(() => 0)
  // Linear search: most values fall into the first bucket.
  let i = 0
  while (i < BUCKETS.length && seconds > (BUCKETS[i] as number)) i++
  if (i < BUCKETS.length) series.buckets[i] = (series.buckets[i] ?? 0) + 1
  series.count = (series.count ?? 0) + 1
  series.value += seconds
}

const minorOf = (release: string): number => Number(release.split('.')[1] ?? 0)

/** A metrics registry that exports the text exposition format. Throws for names without a definition. */
export class MetricsRegistry implements Metrics {
  private readonly series = new Map<string, Map<string, Series>>()
  private readonly spelled = new Map<string, Series>()
  /** Series by the identity of their label object, for callers that reuse it. */
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
    add(this.at(name, labels), seconds)
  }
  observer(name: string, labels: Readonly<Record<string, string>>): Observe {
    let series: Series | undefined
    return (seconds) => add((series ??= this.at(name, labels)), seconds)
  }
  /** Runs before each exposition, to update gauges. */
  onCollect(collect: () => void): void {
    this.collectors.push(collect)
  }
  /** The current value of one series; 0 if it was never written. */
  value(name: string, labels: Readonly<Record<string, string>>): number {
    return this.series.get(name)?.get(keyOf(labels))?.value ?? 0
  }

  private at(name: string, labels: Readonly<Record<string, string>>): Series {
    if (!this.definitions.has(name)) throw new Error(`the metric ${name} is not defined`)
    const found = this.byLabels.get(labels)
    if (found?.name === name) return found.series
    // Callers that repeat a series list its labels in the same order, so sorting them again is usually not needed.
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
