import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { browserMemory } from '../../links/browser-memory'
import { forgetLink, rememberAccepted, type TabLink } from '../../links/tab-link'
import type { LinkAction, LinkState } from '../../server/control'
import { PAGE_CLOCK } from './clock'
import { usePageStatus, useSession } from './connection'
import { useAction } from './use-action'
import { untilOwner } from './until-owner'
import { messageOf } from '../../machinery/message-of'

export const TabLinkContext = createContext<TabLink | undefined>(undefined)

/** What this tab was opened with. */
export function useTabLink(): TabLink {
  const link = useContext(TabLinkContext)
  if (!link) throw new Error('no link above this component')
  return link
}

const memory = browserMemory(() => sessionStorage)

export interface LinkGateState {
  readonly link: TabLink
  /** What runs and what is saved; absent until the control plane has answered. */
  readonly state: LinkState | undefined
  /** Why the last answer of the person could not be carried out. */
  readonly error: string | undefined
  readonly busy: boolean
  /** Runs with the link's settings and saves nothing. */
  readonly accept: (save: boolean) => Promise<void>
  /** Leaves the cluster as it is, and asks no more. */
  readonly refuse: () => void
  /** Ends a trial: `save` keeps what runs, `leave` goes back to the saved settings. */
  readonly end: (action: 'save' | 'leave') => Promise<void>
}

/** Offers this tab's link to whoever runs the control plane, and carries out what the person answers. */
export function useLinkGate(): LinkGateState {
  const session = useSession()
  const queries = useQueryClient()
  const link = useTabLink()
  const { role } = usePageStatus()
  const running = role === 'owner' || role === 'guest'
  const [state, setState] = useState<LinkState>()
  const [error, setError] = useState<string>()
  /** The request as it still stands; a person's answer settles it for the life of the page. */
  const open = useRef({ request: link.request, accepted: false })

  const call = useCallback(
    async (args: LinkAction): Promise<LinkState> => {
      const now = await session.control('link', args)
      setState(now)
      if (args.action === 'try' && now.trial && !now.ask) rememberAccepted(memory)
      return now
    },
    [session],
  )

  useEffect(() => session.on('link', (now) => setState((before) => ({ ...now, ask: before?.ask ?? false }))), [session])
  useEffect(() => {
    if (!running) return
    // The owner may be a tab that is just closing: what it takes along is asked again of the next one.
    untilOwner(() => {
      const { request, accepted } = open.current
      return call(request ? { action: 'try', ...request, accepted } : { action: 'state' })
    }, PAGE_CLOCK).catch((failure: unknown) => setError(messageOf(failure)))
  }, [running, call])

  const action = useAction()
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setError(undefined)
    await action.act(async () => {
      await work()
      // All that was read may be of other settings.
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
    })
  }
  const forget = (): void => {
    open.current = { request: undefined, accepted: false }
    history.replaceState(history.state, '', forgetLink(memory, location.href))
  }
  return {
    link,
    state,
    error: error ?? (action.error === undefined ? undefined : messageOf(action.error)),
    busy: action.busy,
    accept: (save) =>
      act(async () => {
        const { request } = open.current
        if (!request) return
        await call({ action: 'try', ...request, accepted: true })
        open.current = { request, accepted: true }
        if (!save) return
        await call({ action: 'save' })
        forget()
      }),
    refuse: () => {
      forget()
      setError(undefined)
      action.clear()
      setState((now) => now && { ...now, ask: false })
    },
    end: (action) =>
      act(async () => {
        await call({ action })
        forget()
      }),
  }
}
