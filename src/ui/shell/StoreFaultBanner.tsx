import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Go } from '../components/Go'
import { notifyError } from '../state/notify'
import { asSentence } from '../components/sentence'
import { ErrorMessage } from '../components/States'
import type { PageStatus } from '../../transport/page'
import { usePageStatus, useSession } from '../state/connection'
import { Busy, Superseded } from './OwnerBanners'

const STORAGE = { to: '/settings/storage' } as const

/** The store's current fault, from its event or from the status. */
function useStoreFault(running: boolean): string | undefined {
  const session = useSession()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    let told = false
    const stop = session.on('fault', ({ message }) => {
      told = true
      setFault(message)
    })
    // A tab opened later has missed the event.
    if (running)
      session.control('store', null).then(
        (store) => told || setFault(store.fault),
        () => undefined, // the status shows an unreachable control plane by itself
      )
    return stop
  }, [session, running])
  return fault
}

/** Faults shown on every page: of the store, and of a control plane that fails to start. */
export function StoreFaultBanner() {
  const session = useSession()
  const queries = useQueryClient()
  const { role, error, busy, superseded, step } = usePageStatus()
  const store = useStoreFault(role === 'owner' || role === 'guest')
  const pathname = useLocation({ select: (location) => location.pathname })
  const ran = useRef(false)
  ran.current ||= role === 'owner' || role === 'guest'
  const again = async (): Promise<void> => {
    try {
      await session.control('restart', { argv: (await session.control('flags', null)).argv })
      await session.control('observe', { traces: true })
      await queries.invalidateQueries()
    } catch (failure) {
      notifyError('The control plane failed to start', failure)
    }
  }
  if (role === 'failed')
    return (
      <div className="o-banner">
        <ErrorMessage
          error={`The control plane is not running: ${error ?? 'unknown reason'}`}
          onRetry={() => void again()}
        >
          <Go place={STORAGE}>Export or reset the store</Go> or <Go place={{ to: '/settings' }}>change the flags</Go>.
        </ErrorMessage>
      </div>
    )
  if (busy) return <Busy />
  if (role === 'waiting') return <Async handover={ran.current} step={step} />
  // The storage page shows this itself, with its own actions.
  if (store !== undefined && pathname !== STORAGE.to)
    return (
      <div className="o-banner">
        <ErrorMessage error={asSentence(store)}>
          <Go place={STORAGE}>Export the cluster</Go>, <Go place={{ to: '/explore' }}>delete objects</Go>,{' '}
          <Go place={STORAGE}>reset it</Go>, or{' '}
          <button type="button" className="o-link" onClick={() => location.reload()}>
            reload the page
          </button>
          .
        </ErrorMessage>
      </div>
    )
  return superseded ? <Superseded /> : null
}

/** Delay before a status is shown, so that nothing flashes while a page opens. */
const A_MOMENT_MS = 1_500

/** What is in progress. */
const STEPS: Readonly<Record<NonNullable<PageStatus['step']>, string>> = {
  loads: 'Loading its code.',
  waits: 'Another tab is running or starting it.',
  starts: 'Reading the stored objects.',
  serves: '',
}

function Async({ handover, step = 'serves' }: { readonly handover: boolean; readonly step: PageStatus['step'] }) {
  const [long, setLong] = useState(handover)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), A_MOMENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return long ? (
    <div className="o-banner o-afloat o-verdict o-tone-waiting" role="status">
      {handover ? 'Taking over the control plane from another tab…' : 'The control plane is starting…'} {STEPS[step]}
    </div>
  ) : null
}
