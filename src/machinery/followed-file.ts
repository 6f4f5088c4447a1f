import type { Metrics } from './metrics'
import { messageOf } from './message-of'

/** Reads what flags name, and tells of changes where it can. */
export interface FollowableFiles {
  /** Rejects for what is not there. */
  read(name: string): string | Promise<string>
  /**
   * Calls `changed`, which never rejects, whenever the file may have changed, until the signal. Absent where files don't change.
   */
  watch?(name: string, changed: () => Promise<void>, signal: AbortSignal): void
}

export interface FollowedFile {
  readonly files: FollowableFiles
  readonly name: string
  /** What has been read of it. */
  readonly text: string
  /** Follows a new content. Throws or rejects for one that can't be followed: what was followed before holds then. */
  readonly apply: (text: string) => void | Promise<void>
  readonly signal: AbortSignal
  /** What it is, for people: `authentication configuration`. */
  readonly what: string
  readonly log: (message: string) => void
  readonly metrics: Pick<Metrics, 'count'>
  /** Counts reloads by their `status`. */
  readonly counter: string
}

/** Follows changes of a configuration file, one after the other, until the signal. A content that failed is not tried again. */
export function followFile(followed: FollowedFile): void {
  const { files, name, apply, signal, what, log, metrics, counter } = followed
  let known = followed.text
  const tell = (status: 'success' | 'failure', message: string): void => {
    metrics.count(counter, { status })
    log(message)
  }
  const look = async (): Promise<void> => {
    try {
      const text = await files.read(name)
      if (signal.aborted || text === known) return
      known = text
      await apply(text)
      tell('success', `the ${what} was read again`)
    } catch (error) {
      tell('failure', `the ${what} has changed and can't be followed, so the one before holds: ${messageOf(error)}`)
    }
  }
  let last = Promise.resolve()
  files.watch?.(name, () => (last = last.then(look)), signal)
}
