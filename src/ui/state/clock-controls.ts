import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ControlCalls } from '../../server/control'
import { notifyError } from './notify'
import { useSession } from './connection'

/** The steps offered for the clock, in milliseconds. */
export const CLOCK_STEPS = [
  ['10 seconds', 10_000],
  ['1 minute', 60_000],
  ['6 minutes', 360_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

/** The speeds offered: seconds of cluster time per second of real time. */
export const CLOCK_SPEEDS = [1, 10, 100, 1000] as const

/** Pauses, resumes and steps the control plane's clock. */
export function useClockControls(): {
  hold: () => void
  resume: () => void
  step: (ms: number) => void
  speed: (rate: number) => void
} {
  const session = useSession()
  const queries = useQueryClient()
  return useMemo(() => {
    const turn = (args: ControlCalls['clock']['args']): void => {
      session.control('clock', args).then(
        (state) => queries.setQueryData(['clock'], { ...state, readAt: Date.now() }),
        (error: unknown) => notifyError('Could not change the clock', error),
      )
    }
    return {
      hold: () => turn({ action: 'hold' }),
      resume: () => turn({ action: 'resume' }),
      step: (ms) => turn({ action: 'step', ms }),
      speed: (rate) => turn({ action: 'speed', rate }),
    }
  }, [session, queries])
}
