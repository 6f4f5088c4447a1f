/** One line of a container's log. */
export interface LogLine {
  /** Milliseconds since the epoch, of the cluster. */
  readonly at: number
  readonly text: string
}

/** What one run of a container has written up to a time, oldest first. */
export interface ContainerLog {
  readonly lines: readonly LogLine[]
  /** Whether more may come. */
  readonly open: boolean
  /** When the next line is due, if one is. */
  readonly nextAt?: number
  /** Tells this run from the one after a restart. */
  readonly run: string
}

/** Which lines are wanted, as clients ask for them. */
export interface LogOptions {
  readonly timestamps: boolean
  readonly tailLines?: number | undefined
  readonly limitBytes?: number | undefined
  /** Milliseconds since the epoch: older lines are left out. */
  readonly since?: number | undefined
}

/** The text of a line, with a time in front of it where that is asked for. */
export const lineText = ({ at, text }: LogLine, { timestamps }: Pick<LogOptions, 'timestamps'>): string =>
  timestamps ? `${new Date(at).toISOString().replace(/Z$/, '000000Z')} ${text}\n` : `${text}\n`

/** Lines that are new enough, the last of them where only a tail is wanted. */
export function chosenLines(lines: readonly LogLine[], { since, tailLines }: LogOptions): readonly LogLine[] {
  const recent = since === undefined ? lines : lines.filter(({ at }) => at >= since)
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines))
}
