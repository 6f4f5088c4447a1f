/** Records a duration in seconds. */
export type Observe = (seconds: number) => void

/** Records counters, gauges and histograms; names and labels are those of the documents. */
export interface Metrics {
  count(name: string, labels: Readonly<Record<string, string>>, by?: number): void
  gauge(name: string, labels: Readonly<Record<string, string>>, value: number): void
  observe(name: string, labels: Readonly<Record<string, string>>, seconds: number): void
  /** Like `observe`, for callers that record one series again and again. */
  observer(name: string, labels: Readonly<Record<string, string>>): Observe
}
