import { lazy, Suspense } from 'react'
import type { SaidError } from '../../../scenarios/teaches'

const LessonLink = lazy(() => import('./LessonLink').then((m) => ({ default: m.LessonLink })))

/** A link to the lesson about what an answer says, where there is one; it is loaded when it is needed. */
export const Taught = (said: SaidError) => (
  <Suspense fallback={null}>
    <LessonLink status={said} />
  </Suspense>
)

/** A warning of the server, with the lesson about it. */
export const WarningText = ({ text }: { readonly text: string }) => (
  <>
    {text}
    <Taught reason="Warning" message={text} />
  </>
)
