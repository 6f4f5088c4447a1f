/** Records counters, gauges and histograms; names and labels as the documents give them. */
export interface Metrics {
  count(name: string, labels: Readonly<Record<string, string>>, by?: number): void
  gauge(name: string, labels: Readonly<Record<string, string>>, value: number): void
  observe(name: string, labels: Readonly<Record<string, string>>, seconds: number): void
}
