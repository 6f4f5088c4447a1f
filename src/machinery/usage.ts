/** What a container uses. */
export interface Usage {
  readonly container: string
  /** Thousandths of a core. */
  readonly cpuMillis: number
  readonly memoryBytes: number
}
