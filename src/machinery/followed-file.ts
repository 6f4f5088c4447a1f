import type { Metrics } from './metrics'
import { messageOf } from './message-of'

/** Reads the files that flags name and, where possible, reports changes. */
export interface FollowableFiles {
  /** Rejects if the file does not exist. */
  read(name: string): string | Promise<string>
  /** Calls `changed`, which never rejects, whenever the file may have changed, until the signal aborts. Absent where files can't change. */
  watch?(name: string, changed: () => Promise<void>, signal: AbortSignal): void
}

/** A file whose changes take effect while the server runs. */
export interface FollowedFile {
  readonly files: FollowableFiles
  readonly name: string
  /** Content that was last read. */
  readonly text: string
  /** Applies new content. Throws or rejects if it is invalid; the previous content then stays in effect. */
  readonly apply: (text: string) => void | Promise<void>
  readonly signal: AbortSignal
  /** What the file is, for messages: `authentication configuration`. */
  readonly what: string
  readonly log: (message: string) => void
  readonly metrics: Pick<Metrics, 'count'>
  /** Name of a metric that counts reloads by `status`. */
  readonly counter: string
}

/** Applies changes of a configuration file one after another until the signal aborts. Failed content is not retried. */
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
