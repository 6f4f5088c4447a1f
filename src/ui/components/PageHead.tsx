import { useDocumentTitle } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import './components.css'

const TermText = lazy(() => import('./terms/TermText').then((m) => ({ default: m.TermText })))

/** The top of a page: its name, a sentence that says what one can find out here, and its actions. */
export function PageHead({
  title,
  about,
  children,
  crumbs,
}: {
  readonly title: string
  readonly about: ReactNode
  readonly children?: ReactNode
  readonly crumbs?: ReactNode
}) {
  useDocumentTitle(`${title} · Orchard`)
  return (
    <header className="o-page-head">
      {crumbs}
      <div className="line">
        <h1 className="o-break">{title}</h1>
        {children && <div className="o-row wrap">{children}</div>}
      </div>
      <p>
        {typeof about === 'string' ? (
          <Suspense fallback={about}>
            <TermText text={about} />
          </Suspense>
        ) : (
          about
        )}
      </p>
    </header>
  )
}
