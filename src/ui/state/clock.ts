import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Clock } from '../../machinery/clock'
import type { ClockState } from '../../server/control'
import { useSession } from './connection'
import { onTick } from './ticks'

interface Reading extends ClockState {
  /** Time of the reading on the machine's clock. */
  readonly readAt: number
}

/** The latest reading of the control plane's clock, updated by its events. */
export function useClock(): Reading | undefined {
  const session = useSession()
  const queries = useQueryClient()
  useEffect(
    () => session.on('clock', (state) => queries.setQueryData<Reading>(['clock'], { ...state, readAt: Date.now() })),
    [session, queries],
  )
  return useQuery({
    queryKey: ['clock'],
    queryFn: async () => ({ ...(await session.control('clock', { action: 'read' })), readAt: Date.now() }),
    staleTime: 60_000,
  }).data
}

/** The cluster's time now, in milliseconds since the epoch; the machine's until the cluster has told its own. */
export const clockNow = (reading: Reading | undefined): number =>
  !reading
    ? Date.now()
    : reading.mode === 'held'
      ? reading.now
      : reading.now + (Date.now() - reading.readAt) * (reading.rate ?? 1)

/** The control plane's time, updated every second, or every few seconds, while it runs. */
export function useNow(everySeconds = 1): number {
  const reading = useClock()
  const [, tick] = useState(0)
  useEffect(() => {
    if (reading?.mode === 'held') return
    return onTick(everySeconds, () => tick((n) => n + 1))
  }, [reading?.mode, everySeconds])
  return clockNow(reading)
}

/** Real-time timers for the page itself (retries, resumption), independent of the control plane's clock. */
export const PAGE_CLOCK: Clock = {
  now: () => Date.now(),
  setTimer: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  steady: () => performance.now(),
}
