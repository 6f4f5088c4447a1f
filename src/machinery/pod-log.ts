/** One line of a container's log. */
export interface LogLine {
  /** Milliseconds since the epoch of the cluster's clock. */
  readonly at: number
  readonly text: string
}

/** Log of one container run up to a given time, oldest line first. */
export interface ContainerLog {
  readonly lines: readonly LogLine[]
  /** Whether more lines may follow. */
  readonly open: boolean
  /** When the next line is due, if there is one. */
  readonly nextAt?: number
  /** Identifies this run; it changes after a restart. */
  readonly run: string
}

/** Which lines a client asks for. */
export interface LogOptions {
  readonly timestamps: boolean
  readonly tailLines?: number | undefined
  readonly limitBytes?: number | undefined
  /** Milliseconds since the epoch; older lines are left out. */
  readonly since?: number | undefined
}

/** The text of a line, with a timestamp prefix if requested. */
export const lineText = ({ at, text }: LogLine, { timestamps }: Pick<LogOptions, 'timestamps'>): string =>
  timestamps ? `${new Date(at).toISOString().replace(/Z$/, '000000Z')} ${text}\n` : `${text}\n`

/** Selects the lines after `since`, limited to the last `tailLines`. */
export function chosenLines(lines: readonly LogLine[], { since, tailLines }: LogOptions): readonly LogLine[] {
  const recent = since === undefined ? lines : lines.filter(({ at }) => at >= since)
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines))
}
