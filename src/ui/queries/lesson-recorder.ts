import { useEffect } from 'react'
import { parseJson } from '../../machinery/json-text'
import type { SentRequest } from '../../scenarios/record'
import type { ClockState, ControlEvents } from '../../server/control'
import { PAGE_CLOCK } from '../state/clock'
import { type Session, usePageStatus, useSession } from '../state/connection'
import { ADMIN, type Identity } from '../state/identity'
import { changeMaking, useMaking } from '../state/lesson/making'
import { movedBy, readsOnly, withAdvance, withMissed, withRequest } from '../state/lesson/recording'
import { sentOutside } from '../state/lesson/sent-outside'
import { onSent, type Sent } from '../state/sent'
import { untilOwner } from '../state/until-owner'

const whoOf = ({ id, name, groups }: Identity) => (id === ADMIN.id ? {} : { who: { name, groups } })

async function answerOf(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text())
  } catch {
    return undefined // not JSON: no names that later requests could refer to
  }
}

/** Records a request by the user that changed something or was refused. Plain reads belong to no solution. */
async function noteSent({ request, response, identity }: Sent): Promise<void> {
  if (readsOnly(request.method) && response.status !== 403) return
  const { pathname, search } = new URL(request.url)
  noteRequest({
    method: request.method,
    path: pathname + search,
    contentType: request.headers.get('content-type') ?? '',
    body: await request.text(),
    status: response.status,
    answer: await answerOf(response),
    ...whoOf(identity),
  })
}

const noteRequest = (sent: SentRequest): void => changeMaking((making) => withRequest(making, sent))

/** Records a request by a program outside the page. */
function noteOutside(one: ControlEvents['outside']): void {
  const sent = sentOutside(one)
  if (sent === 'unreadable') changeMaking(withMissed)
  else if (sent) noteRequest(sent)
}

/** While recording, has the control plane report requests from programs outside the page. */
function useOutsideTold(session: Session): void {
  const recording = useMaking(({ making }) => making?.recording !== undefined)
  const { role } = usePageStatus()
  const running = role === 'owner' || role === 'guest'
  useEffect(() => {
    if (!running || !recording) return
    const tell = (outside: boolean): void =>
      void untilOwner(() => session.control('observe', { outside }), PAGE_CLOCK).catch((error: unknown) =>
        console.warn('What programs outside send is not recorded:', error),
      )
    tell(true)
    return () => tell(false)
  }, [running, role, recording, session])
}

/** Records the user's requests while a lesson is under construction. */
export function useRecorder(): void {
  const session = useSession()
  useOutsideTold(session)
  useEffect(() => {
    // Notes requests one at a time, in the order of their answers.
    let noting = Promise.resolve()
    const stopSent = onSent((sent) => {
      noting = noting.then(() => noteSent(sent)).catch((error: unknown) => console.warn('Not recorded:', error))
    })
    const stopOutside = session.on('outside', (one) => {
      noting = noting.then(() => noteOutside(one))
    })
    let last: ClockState | undefined
    const stopClock = session.on('clock', (state) => {
      const moved = last ? movedBy(last, state) : 0
      last = state
      changeMaking((making) => withAdvance(making, moved))
    })
    session.control('clock', { action: 'read' }).then(
      (state) => (last ??= state),
      () => undefined, // the first event will deliver it
    )
    return () => {
      stopSent()
      stopOutside()
      stopClock()
    }
  }, [session])
}
