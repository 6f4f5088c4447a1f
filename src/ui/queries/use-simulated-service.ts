import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { JsonObject } from '../../machinery/json'
import { useSession } from '../state/connection'
import { showAnswer } from './show-answer'

/** The state of a simulated service, and functions that change it. */
export interface Simulated {
  readonly state: JsonObject | undefined
  readonly error: unknown
  readonly reload: () => void
  /** Rejects with the service's error. */
  readonly change: (settings: JsonObject) => Promise<void>
  readonly act: (action: string) => Promise<void>
}

/** A service simulated outside the cluster, polled every second because other clients use it too. */
export function useSimulatedService(service: string): Simulated {
  const session = useSession()
  const queries = useQueryClient()
  const key = ['outside', service]
  const query = useQuery({
    queryKey: key,
    queryFn: () => session.control('outside', { service }),
    refetchInterval: 1000,
  })
  const call = (more: { settings?: JsonObject; action?: string }): Promise<void> =>
    showAnswer(queries, key, session.control('outside', { service, ...more }))
  return {
    state: query.data,
    error: query.error ?? undefined,
    reload: () => void query.refetch(),
    change: (settings) => call({ settings }),
    act: (action) => call({ action }),
  }
}
