import { StatusError } from '../../client/status-error'
import { Go } from './Go'
import { nextStepOf } from './next-step'

/** The store has refused the write: it has no more space, or its data cannot be written. */
const isStoreFault = (error: unknown): boolean =>
  error instanceof StatusError && error.code === 503 && error.message.includes('store does not take writes')

/** What the user can do about an error; nothing if nothing is known to help. */
export function NextStep({ error }: { readonly error: unknown }) {
  if (isStoreFault(error))
    return (
      <div className="o-small">
        <Go place={{ to: '/settings/storage' }}>Export the cluster, or free space in the storage settings</Go>
      </div>
    )
  const next = nextStepOf(error)
  return next === undefined ? null : <div className="o-small o-dim">{next}</div>
}
