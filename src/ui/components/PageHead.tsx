import { useDocumentTitle } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import './components.css'

const TermText = lazy(() => import('./terms/TermText').then((m) => ({ default: m.TermText })))

/** Tabs scroll on small screens: the open one is brought into sight. */
function showCurrentTab(): void {
  const tab = document.querySelector('.o-tabs [aria-current="page"]')
  const tabs = tab?.closest('.o-tabs')
  if (!tab || !tabs) return
  tabs.scrollLeft += tab.getBoundingClientRect().left - tabs.getBoundingClientRect().left - tab.clientWidth
}

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
  const subject = typeof about === 'string' ? about : title
  useEffect(() => showCurrentTab(), [title, subject])
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
