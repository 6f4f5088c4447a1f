import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { isRefusal, StatusError } from '../../client/status-error'
import { useKeysWait } from '../state/keys'
import { LoadStopped } from '../state/loads'
import { retryOf } from '../state/retries'
import { Causes } from './Causes'
import { measures } from './measures'
import { Icon, type IconName } from './Icon'
import { ornament } from './ornament'
import { usePageTitle } from './page-title'
import { Reload } from './Reload'
import { errorText } from './sentence'
import { Taught } from './lesson/Taught'

const StopLoading = ornament(() => import('./StopLoading').then((m) => m.StopLoading), Reload)
const NextStep = ornament(() => import('./NextStep').then((m) => m.NextStep))
const ErrorHelp = ornament(() => import('./refusal/ErrorHelp').then((m) => m.ErrorHelp))

/** An empty state, with what to do about it. */
export function Empty({
  title,
  icon = 'kind',
  page = false,
  children,
  actions,
}: {
  readonly title: string
  /** True if it replaces the whole page and so is its heading. */
  readonly page?: boolean
  readonly icon?: IconName
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  usePageTitle(page ? title : undefined)
  return (
    <div className="o-empty">
      <span className="o-faint">
        <Icon name={icon} size={32} />
      </span>
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {actions && <div className="o-row wrap">{actions}</div>}
    </div>
  )
}

/** After this delay, text says what is loading. */
const SILENT_MS = 2_000

/** The text takes the place of so many lines, so that nothing moves; states.css knows it too. */
const LINES_OF_TEXT = 3

/** Skeleton lines that keep the layout while content loads; after a delay, with text and a way to cancel. */
export function Loading({ lines = 6, label = 'Loading' }: { readonly lines?: number; readonly label?: string }) {
  useKeysWait()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="o-stack o-pad-even" role="status" aria-label={label}>
      {long && (
        <div className="o-row wrap o-loading-long">
          <span className="o-small o-dim">{label}… This takes longer than usual.</span>
          <Suspense fallback={<Reload />}>
            <StopLoading />
          </Suspense>
        </div>
      )}
      {Array.from(
        { length: lines },
        (_, i) =>
          (!long || i >= LINES_OF_TEXT) && (
            <div key={i} className="o-skeleton o-own-width" style={measures({ width: `${88 - ((i * 17) % 45)}%` })} />
          ),
      )}
    </div>
  )
}

/** An error: the server's message and its causes, which request it answered, and what to do next. */
export function ErrorMessage({
  error,
  onRetry,
  children,
}: {
  readonly error: unknown
  readonly onRetry?: () => void
  readonly children?: ReactNode
}) {
  const status = error instanceof StatusError ? error : undefined
  // Reads that were stopped together are restarted together.
  const repeated = retryOf(error)
  const retry = error instanceof LoadStopped ? error.again : (onRetry ?? repeated)
  return (
    <div className="o-failure" role="alert">
      <Icon name="warning" />
      <div className="o-grow">
        <strong className="o-break">{errorText(error)}</strong>
        {status && (
          <span className="o-dim o-small o-num">
            {' '}
            <span className="o-one-line">{`${status.code} ${status.reason}`}</span>
          </span>
        )}
        <Causes error={error} />
        {children && <div>{children}</div>}
        {status?.request && (
          <div className="o-small o-dim o-break">
            Request: <code>{status.request}</code>
          </div>
        )}
        <Suspense fallback={null}>
          <NextStep error={error} />
        </Suspense>
        {repeated && <div className="o-small o-dim">This page tries again by itself.</div>}
        {status && isRefusal(status) && (
          <Suspense fallback={null}>
            <ErrorHelp message={status.message} name={status.details?.name ?? ''} />
          </Suspense>
        )}
        {status && <Taught reason={status.reason} message={status.message} />}
      </div>
      {retry && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
