import { useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../state/notify'
import { useSession } from '../state/connection'
import { useAction } from '../state/use-action'

/** Restarts the control plane with other flags; returns the error if they are refused. */
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
      // The new control plane must be asked for traces again, and all cached data may belong to another release.
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
      notifyDone('API server restarted', 'Running with the new flags; stored objects are kept')
    })
  return { restart, busy, error }
}
