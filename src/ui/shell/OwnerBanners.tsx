import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnerUnresponsive } from '../../transport/page'
import { useSession } from '../state/connection'
import { notifyError } from '../state/notify'

/**
 * Shown for an unresponsive control plane: the user can wait or restart it in a new worker. If its tab doesn't react
 * either, the user can take over in this tab.
 */
export function Busy() {
  const session = useSession()
  const queries = useQueryClient()
  const [replacing, setReplacing] = useState(false)
  const [still, setStill] = useState(false)
  const replace = async (work: () => Promise<void>): Promise<void> => {
    setReplacing(true)
    try {
      await work()
      await queries.invalidateQueries()
    } catch (failure) {
      if (failure instanceof OwnerUnresponsive) setStill(true)
      else notifyError('Could not replace the control plane', failure)
    } finally {
      setReplacing(false)
    }
  }
  return (
    <div className="o-banner o-said o-tone-waiting" role="status">
      {still ? (
        <>
          The tab that runs the control plane does not respond: it is frozen or stopped. Close that tab, or{' '}
          <button
            type="button"
            className="o-link"
            disabled={replacing}
            onClick={() => void replace(() => session.seizeOwnership())}
          >
            take over in this tab
          </button>
          . Completed writes are kept, and the other tab cannot write any more when it wakes up.
        </>
      ) : (
        <>
          The control plane is busy and has not answered for several seconds. Wait, or{' '}
          <button
            type="button"
            className="o-link"
            disabled={replacing}
            onClick={() => void replace(() => session.replaceOwner())}
          >
            restart it in a new worker
          </button>
          . Completed writes are kept; requests in progress fail.
        </>
      )}
    </div>
  )
}

/** Shown when another tab has taken over the control plane from this one. */
export function Superseded() {
  const [read, setRead] = useState(false)
  if (read) return null
  return (
    <div className="o-banner o-said o-tone-waiting" role="status">
      This tab did not respond, so another tab took over the control plane. Completed writes are kept; requests that
      were in progress here failed.{' '}
      <button type="button" className="o-link" onClick={() => setRead(true)}>
        Dismiss
      </button>
    </div>
  )
}
