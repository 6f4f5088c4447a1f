import { useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../state/notify'
import { useSession } from '../state/connection'
import { useAction } from '../state/use-action'

/** Restarts the control plane with other flags; a refusal comes back as the error. */
export function useRestart(): {
  restart: (argv: readonly string[]) => Promise<boolean>
  busy: boolean
  error: unknown
} {
  const session = useSession()
  const queries = useQueryClient()
  const { act, busy, error } = useAction()
  const restart = (argv: readonly string[]): Promise<boolean> =>
    act(async () => {
      await session.control('restart', { argv })
      // The observer is the new control plane's to know, and all that was read may be another release's.
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
      notifyDone('API server restarted', 'Running with the new flags; stored objects are kept')
    })
  return { restart, busy, error }
}
