import { lazy, Suspense } from 'react'
import { StatusError } from '../../client/client'
import { messageOf } from '../../machinery/message-of'

const LessonLink = lazy(() => import('./lesson/LessonLink').then((m) => ({ default: m.LessonLink })))
const ErrorHelp = lazy(() => import('./refusal/ErrorHelp').then((m) => ({ default: m.ErrorHelp })))

/** An error in a notification: its words, for a refusal the reason and a fix, and the lesson about it. */
export function ErrorNotice({ error }: { readonly error: unknown }) {
  const status = error instanceof StatusError ? error : undefined
  const refusal = status?.reason === 'Forbidden' ? status : undefined
  return (
    <>
      <span className="o-break">{messageOf(error)}</span>
      {refusal && (
        <Suspense fallback={null}>
          <ErrorHelp message={refusal.message} name={refusal.details?.name ?? ''} />
        </Suspense>
      )}
      {status && (
        <Suspense fallback={null}>
          <LessonLink status={status} />
        </Suspense>
      )}
    </>
  )
}
