import { Suspense } from 'react'
import { isRefusal, StatusError } from '../../client/status-error'
import { Causes } from './Causes'
import { Taught } from './lesson/Taught'
import { ornament } from './ornament'
import { errorText } from './sentence'

const ErrorHelp = ornament(() => import('./refusal/ErrorHelp').then((m) => m.ErrorHelp))

/**
 * An error as a notification: its text, the reason and a fix for a refusal, and the related lesson. `withCode` is false where
 * the code is shown beside it.
 */
export function ErrorNotice({ error, withCode = true }: { readonly error: unknown; readonly withCode?: boolean }) {
  const status = error instanceof StatusError ? error : undefined
  const refusal = status && isRefusal(status) ? status : undefined
  return (
    <>
      <span className="o-break">{errorText(error)}</span>
      {status && withCode && (
        <span className="o-dim o-small o-num">
          {' '}
          <span className="o-one-line">{`${status.code} ${status.reason}`}</span>
        </span>
      )}
      <Causes error={error} />
      {refusal && (
        <Suspense fallback={null}>
          <ErrorHelp message={refusal.message} name={refusal.details?.name ?? ''} />
        </Suspense>
      )}
      {status && <Taught reason={status.reason} message={status.message} />}
    </>
  )
}
