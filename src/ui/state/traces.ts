import { useCallback, useEffect } from 'react'
import { create } from 'zustand'
import { PAGE_CLOCK } from './clock'
import { usePageStatusField, useSession } from './connection'
import { untilOwner } from './until-owner'

/** Whether the control plane sends traces to this page; `off` after all attempts to turn them on have failed. */
export const useTracing = create<{ readonly state: 'starting' | 'on' | 'off' }>()(() => ({ state: 'starting' }))

/** Returns a function that requests traces. It resolves even on failure; `useTracing` holds the result. */
export function useTurnTracesOn(): () => Promise<void> {
  const session = useSession()
  return useCallback(async () => {
    useTracing.setState({ state: 'starting' })
    try {
      await untilOwner(() => session.control('observe', { traces: true }), PAGE_CLOCK)
      useTracing.setState({ state: 'on' })
    } catch (error) {
      useTracing.setState({ state: 'off' })
      console.warn('No traces are shown:', error)
    }
  }, [session])
}

/** Requests traces whenever there is a control plane: after a slow start, and from each new owner. */
export function useTraces(): void {
  const role = usePageStatusField('role')
  const turnOn = useTurnTracesOn()
  const running = role === 'owner' || role === 'guest'
  useEffect(() => {
    if (running) void turnOn()
  }, [running, role, turnOn])
}
