import { EMBED_MARK, type FrameMessage, hostMessage, type HostMessage } from '../../../links/embed-protocol'
import { messageOf } from '../../../machinery/message-of'
import { logEntryOf } from '../../../scenarios/request-log'
import type { RequestTrace } from '../../../server/trace'
import type { Session } from '../../state/connection'
import { ADMIN, identityOf } from '../../state/identity'

/** What the host page may ask of this page's plane. */
export interface BridgeActions {
  load(message: Extract<HostMessage, { type: 'load' }>): Promise<void>
}

/** The window that embeds this page; undefined if the page is not embedded. */
export const hostWindow = (): Window | undefined => (window.parent === window ? undefined : window.parent)

const post = (message: FrameMessage, origin = '*'): void =>
  hostWindow()?.postMessage({ mark: EMBED_MARK, ...message }, origin)

async function send(
  session: Session,
  { method, path, body, contentType, as }: Extract<HostMessage, { type: 'request' }>,
) {
  const identity = as === undefined ? ADMIN : identityOf(`user:${as}`, {})
  if (!identity) throw new Error(`cannot impersonate "${as}"`)
  const response = await session.clientAs(identity, 'page').raw(method, path, body, contentType ? { contentType } : {})
  return { status: response.status, text: await response.text() }
}

/** Answers the host's messages and reports events to it until the returned function is called. Ignores all other windows. */
export function openBridge(session: Session, actions: BridgeActions): () => void {
  const onMessage = ({ data, source, origin }: MessageEvent<unknown>): void => {
    const message = source !== null && source === hostWindow() ? hostMessage(data) : undefined
    if (!message) return
    const work = message.type === 'load' ? actions.load(message) : send(session, message)
    work.then(
      (value) => post({ type: 'answer', id: message.id, value }, origin),
      (error: unknown) => post({ type: 'answer', id: message.id, error: messageOf(error) }, origin),
    )
  }
  const onTrace = (trace: RequestTrace): void => {
    // Requests by controllers and by a lesson's checks are not reported.
    if (!logEntryOf(trace)) return
    const { method, path, user, status } = trace
    post({ type: 'event', name: 'request', payload: { method, path, user, status } })
  }
  addEventListener('message', onMessage)
  const stop = session.on('trace', onTrace)
  post({ type: 'ready' })
  return () => {
    removeEventListener('message', onMessage)
    stop()
  }
}

/** Reports a lesson's progress to the host. */
export const tellProgress = (reached: number, done: boolean): void =>
  post({ type: 'event', name: 'progress', payload: { reached, done } })

/** Reports the page's preferred height to the host, now and on every change. */
export function tellHeight(element: Element): () => void {
  const observer = new ResizeObserver(() => post({ type: 'height', height: Math.ceil(element.scrollHeight) }))
  observer.observe(element)
  return () => observer.disconnect()
}
