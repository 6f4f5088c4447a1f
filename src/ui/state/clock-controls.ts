import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { notifyError } from '../components/notify'
import type { ControlCalls } from '../../server/control'
import { useSession } from './connection'

/** Holds, resumes and steps the control plane's clock. */
export function useClockControls(): {
  hold: () => void
  resume: () => void
  step: (ms: number) => void
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
    }
  }, [session, queries])
}
