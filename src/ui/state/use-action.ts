import { useCallback, useRef, useState } from 'react'
import { notifyError } from './notify'

/** Work that a button starts: whether it runs, and its error. */
export interface Action {
  /**
   * Runs the work and resolves to whether it succeeded; never rejects. `what` distinguishes several buttons of one
   * action.
   */
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly busy: boolean
  /** The `what` of the running work. */
  readonly running: string | undefined
  /** The error of the last run; undefined again when the next run starts. */
  readonly error: unknown
  /** The `what` of the run that failed. */
  readonly failed: string | undefined
  readonly clear: () => void
}

/**
 * State of a button's action: busy while it runs, and its error. With `failed`, errors become notifications under that
 * title; without it, the page shows `error` itself, with `ErrorMessage`.
 */
export function useAction(failed?: string | ((what: string) => string)): Action {
  const [running, setRunning] = useState<string>()
  const [failure, setFailure] = useState<{ readonly error: unknown; readonly what: string }>()
  const last = useRef(0)
  const title = useRef(failed)
  title.current = failed
  const act = useCallback<Action['act']>(async (work, what = '') => {
    const turn = ++last.current
    setRunning(what)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const { current } = title
      if (current === undefined) setFailure({ error, what })
      else notifyError(typeof current === 'string' ? current : current(what), error)
      return false
    } finally {
      // A later run may be active: its state is the one shown.
      if (turn === last.current) setRunning(undefined)
    }
  }, [])
  const clear = useCallback(() => setFailure(undefined), [])
  return { act, busy: running !== undefined, running, error: failure?.error, failed: failure?.what, clear }
}
