import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Go } from '../components/Go'
import { notifyTrouble } from '../components/notify'
import { Trouble } from '../components/States'
import { usePageStatus, useSession } from '../state/connection'

/** What the store is in trouble with, whoever met it and whenever that was. */
function useStoreTrouble(running: boolean): string | undefined {
  const session = useSession()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    let told = false
    const stop = session.on('trouble', ({ message }) => {
      told = true
      setTrouble(message)
    })
    // A tab that opens later was not there when it was told.
    if (running)
      session.control('store', null).then(
        (store) => told || setTrouble(store.trouble),
        () => undefined, // whoever cannot be asked is in a trouble that the status tells
      )
    return stop
  }, [session, running])
  return trouble
}

/** What the person must see wherever they are: a store in trouble, a control plane that does not start. */
export function TroubleBanner() {
  const session = useSession()
  const queries = useQueryClient()
  const { role, error } = usePageStatus()
  const store = useStoreTrouble(role === 'owner' || role === 'guest')
  const ran = useRef(false)
  ran.current ||= role === 'owner' || role === 'guest'
  const again = async (): Promise<void> => {
    try {
      await session.control('restart', { argv: (await session.control('flags', null)).argv })
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
    } catch (failure) {
      notifyTrouble('It does not start', failure)
    }
  }
  if (role === 'failed')
    return (
      <div className="o-banner">
        <Trouble
          error={`The control plane does not run: ${error ?? 'no reason was given'}`}
          onRetry={() => void again()}
        >
          <Go place={{ to: '/settings/storage' }}>Export or reset the store</Go> or{' '}
          <Go place={{ to: '/settings' }}>change the flags</Go>.
        </Trouble>
      </div>
    )
  if (role === 'waiting') return <Waiting handover={ran.current} />
  if (store !== undefined)
    return (
      <div className="o-banner">
        <Trouble error={store}>
          <Go place={{ to: '/settings/storage' }}>Export what is there, make room or start anew</Go>, or{' '}
          <button type="button" className="o-link" onClick={() => location.reload()}>
            reload the page
          </button>
          .
        </Trouble>
      </div>
    )
  return null
}

/** What usually takes a moment is said only when it takes longer: nothing comes and goes while a page opens. */
const A_MOMENT_MS = 1_500

function Waiting({ handover }: { readonly handover: boolean }) {
  const [long, setLong] = useState(handover)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), A_MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return long ? (
    <div className="o-banner o-verdict o-tone-waiting" role="status">
      {handover ? 'Another tab held the control plane and is handing it over …' : 'The control plane is starting …'}
    </div>
  ) : null
}
