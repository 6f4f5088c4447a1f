import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../state/connection'
import { notifyDone, notifyError } from '../../state/notify'

/** Cluster time between two checks, and the limit for the whole run. */
const STEP_MS = 1000
const MOST_STEPS = 1200

/**
 * Advances the cluster's clock until a condition holds. `run` evaluates `holds` after each second of cluster time; `stop` or leaving
 * the page cancels. Afterwards the clock is paused or running as before.
 */
export function useRunUntil(): {
  readonly running: boolean
  readonly run: (what: string, holds: () => Promise<boolean>) => void
  readonly stop: () => void
} {
  const session = useSession()
  const queries = useQueryClient()
  const [running, setRunning] = useState(false)
  const going = useRef(false)
  const stop = useCallback(() => {
    going.current = false
  }, [])
  useEffect(() => stop, [stop])

  const pass = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let step = 0; going.current && step < MOST_STEPS; step++) {
      if (await holds())
        return notifyDone(
          'Condition met',
          `${what} (after ${step} ${step === 1 ? 'second' : 'seconds'} of cluster time)`,
        )
      const state = await session.control('clock', { action: 'step', ms: STEP_MS })
      queries.setQueryData(['clock'], { ...state, readAt: Date.now() })
    }
    if (going.current)
      notifyDone('Condition not met', `20 minutes of cluster time have passed, but this has not happened: ${what}`)
  }
  return {
    running,
    stop,
    run(what, holds) {
      if (going.current) return
      going.current = true
      setRunning(true)
      pass(what, holds)
        .catch((error: unknown) => notifyError('Could not advance the clock', error))
        .finally(() => {
          going.current = false
          setRunning(false)
        })
    },
  }
}
