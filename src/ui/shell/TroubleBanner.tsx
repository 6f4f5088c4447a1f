import { useEffect, useState } from 'react'
import { Go } from '../components/Go'
import { Trouble } from '../components/States'
import { usePageStatus, useSession } from '../state/connection'

/** What the person must see wherever they are: a store in trouble, a control plane that does not start. */
export function TroubleBanner() {
  const session = useSession()
  const status = usePageStatus()
  const [store, setStore] = useState<string>()
  useEffect(() => session.on('trouble', ({ message }) => setStore(message)), [session])
  if (status.role === 'failed')
    return (
      <div className="o-banner">
        <Trouble error={`The control plane does not run: ${status.error ?? 'no reason was given'}`}>
          <div>
            <Go place={{ to: '/settings/storage' }}>Export or reset the store</Go> or{' '}
            <Go place={{ to: '/settings' }}>change the flags</Go>.
          </div>
        </Trouble>
      </div>
    )
  if (status.role === 'waiting')
    return (
      <div className="o-banner o-verdict o-tone-waiting" role="status">
        Another tab held the control plane and is handing it over …
      </div>
    )
  if (store)
    return (
      <div className="o-banner">
        <Trouble error={store}>
          <div>
            <Go place={{ to: '/settings/storage' }}>Export what is there, make room or start anew</Go>
          </div>
        </Trouble>
      </div>
    )
  return null
}
