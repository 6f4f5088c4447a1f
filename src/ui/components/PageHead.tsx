import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { WITHOUT_LESSON } from './lesson/without-lesson'
import { ornament } from './ornament'
import { usePageTitle } from './page-title'

const LessonAbout = ornament(() => import('./lesson/LessonAbout').then((m) => m.LessonAbout))
const PlainText = ({ text }: { readonly text: string }) => text
const TermText = ornament(() => import('./terms/TermText').then((m) => m.TermText), PlainText)

/** Scrolls the current tab into view on small screens. */
function showCurrentTab(): void {
  const tab = document.querySelector('.o-tabs [aria-current="page"]')
  const tabs = tab?.closest('.o-tabs')
  if (!tab || !tabs) return
  tabs.scrollLeft += tab.getBoundingClientRect().left - tabs.getBoundingClientRect().left - tab.clientWidth
}

/** The top of a page: title, a sentence about its purpose, and its actions. */
export function PageHead({
  title,
  tab,
  area,
  about,
  lesson,
  children,
  crumbs,
}: {
  readonly title: string
  /** The open tab and the page's area; both are part of the window title. */
  readonly tab?: string | undefined
  readonly area?: string
  readonly about: ReactNode
  /** The page's name in lessons; links to the lesson about it, if there is one. */
  readonly lesson?: string
  readonly children?: ReactNode
  readonly crumbs?: ReactNode
}) {
  usePageTitle(tab, title, area)
  const subject = typeof about === 'string' ? about : title
  const router = useRouter()
  useEffect(() => {
    showCurrentTab()
    // The router restores scroll positions, including that of another page's tabs.
    const unsubscribe = router.subscribe('onRendered', showCurrentTab)
    // Rotating the screen changes which tabs are visible.
    window.addEventListener('resize', showCurrentTab)
    return () => {
      unsubscribe()
      window.removeEventListener('resize', showCurrentTab)
    }
  }, [router, title, subject])
  return (
    <header className="o-page-head">
      {crumbs}
      <h1 className="o-break">{title}</h1>
      <p>
        {typeof about === 'string' ? (
          <Suspense fallback={about}>
            <TermText text={about} />
          </Suspense>
        ) : (
          about
        )}
        {lesson !== undefined && !WITHOUT_LESSON.has(lesson) && (
          <span className="lesson">
            <Suspense>
              <LessonAbout sort="page" name={lesson} />
            </Suspense>
          </span>
        )}
      </p>
      {children && <div className="actions">{children}</div>}
    </header>
  )
}
