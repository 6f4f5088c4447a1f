import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { Client, type Send } from '../../client/client'
import { appendHeaders } from '../../machinery/header-lines'
import { withHeaders } from '../../machinery/request'
import { messageOf } from '../../machinery/message-of'
import { DISPLAY_ID } from '../../scenarios/asides'
import type { Control, ControlEvents } from '../../server/control'
import type { RequestTrace } from '../../server/trace'
import type { PageConnection, PageStatus } from '../../transport/page'
import { SAFE_METHODS } from '../../machinery/safe-methods'
import { ADMIN, type Identity, type Prover, useIdentity } from './identity'
import { requestLog } from './requests'
import { sentListener } from './sent'
import type { recorded as Recorder } from './undo/recorder'
import { noteStep } from './undo/changes'
import { findDependents } from './undo/dependents'
import { recordedControl } from './undo/recorded-control'

/** The page's connection with a typed interface; logs every request in the request strip. */
export interface Session {
  readonly control: Control
  /** The same controls for undoing a change; they are not recorded as changes themselves. */
  readonly restoring: Control
  on<N extends keyof ControlEvents>(name: N, listener: (payload: ControlEvents[N]) => void): () => void
  status(): PageStatus
  onStatus(listener: (status: PageStatus) => void): () => void
  /** Terminates an unresponsive control plane; the next tab takes over. */
  replaceOwner(): Promise<void>
  /** Moves the control plane into this tab, even if the tab that runs it does not respond. */
  seizeOwnership(): Promise<void>
  identify(certificate: string, key: CryptoKey): Promise<string>
  /** Returns a function that sends requests as an identity. */
  sendAs(identity: Identity, origin?: Origin): Send
  clientAs(identity: Identity, origin?: Origin): Client
}

/**
 * Why the page sends a request: `page` requests come from the user and their changes can be undone; `undo` requests revert
 * changes; `background` requests are the page's own housekeeping, hidden by default in the request log.
 */
export type Origin = 'page' | 'undo' | 'background'

/** Whether a URL asks for a watch. */
export const isWatch = (url: URL): boolean =>
  ['true', '1'].includes(url.searchParams.get('watch') ?? '') || url.pathname.includes('/watch/')

function watched(response: Response, ended: () => void): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          controller.close()
          ended()
        } else controller.enqueue(value)
      } catch (error) {
        controller.error(error)
        ended()
      }
    },
    async cancel(reason) {
      ended()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

/** The texts of a response's Warning headers. */
export const warningsOf = (response: Response): string[] =>
  [...(response.headers.get('warning') ?? '').matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map((m) =>
    (m[1] ?? '').replace(/\\(.)/g, '$1'),
  )

/** Authorization reviews change nothing. In the background they are sent only to display their result. */
const REVIEWS = /^\/apis\/authorization\.orch\.io\//

/** Gives requests that the page sends for its own display an audit ID that lessons ignore. */
function displayHeaders({ method, headers }: Request, { pathname }: URL): readonly (readonly [string, string])[] {
  if (headers.has('audit-id') || !(SAFE_METHODS.has(method) || REVIEWS.test(pathname))) return []
  return [['audit-id', `${DISPLAY_ID}${crypto.randomUUID()}`]]
}

/** The undo recorder, loaded with the first write. If it can't be loaded, the write is sent anyway, without undo. */
const recorder = (): Promise<typeof Recorder> =>
  import('./undo/recorder').then(
    ({ recorded }) => recorded,
    (error: unknown) => {
      console.warn('Changes cannot be undone:', error)
      return (request, send) => send(request)
    },
  )

/** A session over a connection: clients, control calls and a log of the page's requests. */
export function openSession(connection: PageConnection): Session {
  const restoring = ((name, args) => connection.control(name, args)) as Control
  const control = recordedControl(restoring)
  const prover: Prover = { control, identify: (certificate, key) => connection.identify(certificate, key) }
  const sendAs =
    (identity: Identity, origin: Origin = 'page'): Send =>
    async (request) => {
      const url = new URL(request.url)
      const started = performance.now()
      const took = () => performance.now() - started
      const id = requestLog.start({
        at: Date.now(),
        method: request.method,
        path: url.pathname + url.search,
        who: identity.name,
        origin: origin === 'background' ? origin : 'page',
      })
      try {
        const presented = identity.present ? await identity.present(prover) : identity
        const headers = [...presented.headers, ...(origin === 'background' ? displayHeaders(request, url) : [])]
        const sent = headers.length ? withHeaders(request, appendHeaders(request.headers, headers)) : request
        const ask: Send = (asked) => connection.fetch(asked, presented.page)
        const heard = origin === 'page' ? sentListener() : undefined
        const copy = heard && request.clone()
        const response =
          origin === 'page' && !SAFE_METHODS.has(request.method)
            ? await (
                await recorder()
              )(sent, ask, eyes(), findDependents, (step) => noteStep(step, identity, id))
            : await ask(sent)
        if (response.status === 401) identity.refused?.()
        const auditId = response.headers.get('audit-id') ?? undefined
        const warnings = warningsOf(response)
        const streaming = response.ok && isWatch(url)
        requestLog.update(id, {
          status: response.status,
          durationMs: took(),
          streaming,
          ...(auditId && { auditId }),
          ...(warnings.length && { warnings }),
        })
        if (copy && !streaming) heard({ request: copy, response: response.clone(), identity })
        return streaming ? watched(response, () => requestLog.update(id, { streaming: false })) : response
      } catch (error) {
        requestLog.update(id, {
          durationMs: took(),
          failure: request.signal.aborted ? 'aborted' : messageOf(error),
        })
        throw error
      }
    }
  const eyes = (): Client => new Client(sendAs(ADMIN, 'background'))
  connection.onEvent('trace', (payload) => requestLog.traced(payload as RequestTrace))
  return {
    control,
    restoring,
    on: (name, listener) => connection.onEvent(name, (payload) => listener(payload as ControlEvents[typeof name])),
    status: () => connection.status(),
    onStatus: (listener) => connection.onStatus(listener),
    replaceOwner: () => connection.replaceOwner(),
    seizeOwnership: () => connection.seizeOwnership(),
    identify: (certificate, key) => connection.identify(certificate, key),
    sendAs,
    // Its default fieldManager, derived from the User-Agent as for every client of the API.
    clientAs: (identity, origin) => new Client(sendAs(identity, origin), undefined, { 'user-agent': 'orchard' }),
  }
}

/** The session of the page. */
export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of the page. Throws outside it. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no session above this component')
  return session
}

/** A client that uses the identity in the address. */
export function useClient(): Client {
  const session = useSession()
  const { identity } = useIdentity()
  return useMemo(() => session.clientAs(identity), [session, identity])
}

/**
 * A client with the administrator's rights: navigation, counts and schemas stay complete whatever identity the user
 * acts as.
 */
export function useSystemClient(): Client {
  const session = useSession()
  return useMemo(() => session.clientAs(ADMIN, 'background'), [session])
}

/** What `of` reads from the page's status; it must not change between calls. */
function useStatusOf<T>(of: (status: PageStatus) => T): T {
  const session = useSession()
  const [value, setValue] = useState(() => of(session.status()))
  useEffect(() => {
    setValue(() => of(session.status()))
    return session.onStatus((status) => setValue(() => of(status)))
  }, [session, of])
  return value
}

const whole = (status: PageStatus): PageStatus => status

/** The state of the page's connection. */
export const usePageStatus = (): PageStatus => useStatusOf(whole)

/** One field of the page's status. Others change several times as a page opens, and draw nothing again. */
export function usePageStatusField<F extends keyof PageStatus>(field: F): PageStatus[F] {
  return useStatusOf(useCallback((status: PageStatus) => status[field], [field]))
}
