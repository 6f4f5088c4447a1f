import { lazy, Suspense } from 'react'
import { StatusError } from '../../client/client'
import { messageOf } from '../state/message'

const ErrorHelp = lazy(() => import('./refusal/ErrorHelp').then((m) => ({ default: m.ErrorHelp })))

/** An error in a notification: its words, and for a refusal the reason and a fix. */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  const refusal = error instanceof StatusError && error.reason === 'Forbidden' ? error : undefined
  return (
    <>
      <span className="o-break">{messageOf(error)}</span>
      {refusal && (
        <Suspense fallback={null}>
          <ErrorHelp message={refusal.message} name={refusal.details?.name ?? ''} />
        </Suspense>
      )}
    </>
  )
}
