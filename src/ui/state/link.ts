import { useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { browserMemory } from '../../links/browser-memory'
import { forgetLink, rememberAccepted, type TabLink } from '../../links/tab-link'
import type { LinkAction, LinkState } from '../../server/control'
import { messageOf } from '../../machinery/message-of'
import { PAGE_CLOCK } from './clock'
import { usePageStatusField, useSession } from './connection'
import { useAction } from './use-action'
import { untilOwner } from './until-owner'

/** The request of the link that this tab was opened with. */
export const TabLinkContext = createContext<TabLink | undefined>(undefined)

/** The link that this tab was opened with. */
export function useTabLink(): TabLink {
  const link = useContext(TabLinkContext)
  if (!link) throw new Error('no link above this component')
  return link
}

const memory = browserMemory(() => sessionStorage)

/** What the question about a link's settings shows. */
export interface LinkGateState {
  readonly link: TabLink
  /** Running and saved settings; absent until the control plane has answered. */
  readonly state: LinkState | undefined
  /** Why the user's last choice could not be carried out. */
  readonly error: string | undefined
  readonly busy: boolean
  /** Runs with the link's settings; stores them only if `save` is true. */
  readonly accept: (save: boolean) => Promise<boolean>
  /** Leaves the cluster unchanged and stops asking. */
  readonly refuse: () => void
  /** Ends a trial: `save` keeps the running settings, `leave` returns to the saved ones. Resolves to whether it succeeded. */
  readonly end: (action: 'save' | 'leave') => Promise<boolean>
}

/** Passes this tab's link to the owner of the control plane, and carries out the user's choice. */
export function useLinkGate(): LinkGateState {
  const session = useSession()
  const queries = useQueryClient()
  const link = useTabLink()
  const role = usePageStatusField('role')
  const running = role === 'owner' || role === 'guest'
  const [state, setState] = useState<LinkState>()
  const [error, setError] = useState<string>()
  /** The request while it is open; a choice is final for the life of the page. */
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
    // The owner may be a closing tab, so ask again if it goes away.
    untilOwner(() => {
      const { request, accepted } = open.current
      return call(request ? { action: 'try', ...request, accepted } : { action: 'state' })
    }, PAGE_CLOCK).catch((failure: unknown) => setError(messageOf(failure)))
  }, [running, call])

  const action = useAction()
  const act = (work: () => Promise<unknown>): Promise<boolean> => {
    setError(undefined)
    return action.act(async () => {
      await work()
      // Everything read so far may belong to other settings.
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
