/** Resource usage of a container. */
export interface Usage {
  readonly container: string
  /** Thousandths of a core. */
  readonly cpuMillis: number
  readonly memoryBytes: number
}
