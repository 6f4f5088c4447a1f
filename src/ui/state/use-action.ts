import { useCallback, useRef, useState } from 'react'
import { notifyError } from './notify'

export interface Action {
  /** Does the work and says whether it succeeded; `what` tells apart several buttons of one action. It never rejects. */
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly busy: boolean
  /** What runs now, by the name that `act` was given. */
  readonly running: string | undefined
  /** Why the last run failed; undefined again when the next one starts. */
  readonly error: unknown
  readonly clear: () => void
}

/**
 * What a button does: busy while it runs, and the error when it fails. With `failed` the error is a notification under that
 * title; without it the page shows `error` where it belongs, with `ErrorMessage`.
 */
export function useAction(failed?: string | ((what: string) => string)): Action {
  const [running, setRunning] = useState<string>()
  const [error, setError] = useState<unknown>()
  const last = useRef(0)
  const title = useRef(failed)
  title.current = failed
  const act = useCallback<Action['act']>(async (work, what = '') => {
    const turn = ++last.current
    setRunning(what)
    setError(undefined)
    try {
      await work()
      return true
    } catch (failure) {
      const { current } = title
      if (current === undefined) setError(failure)
      else notifyError(typeof current === 'string' ? current : current(what), failure)
      return false
    } finally {
      // A later run may be under way: it is the one that is shown.
      if (turn === last.current) setRunning(undefined)
    }
  }, [])
  const clear = useCallback(() => setError(undefined), [])
  return { act, busy: running !== undefined, running, error, clear }
}
