import { Suspense } from 'react'
import type { SaidError } from '../../../scenarios/teaches'
import { ornament } from '../ornament'

const LessonLink = ornament(() => import('./LessonLink').then((m) => m.LessonLink))

/** A link to the lesson about an answer, if there is one; loaded on demand. */
export const Taught = (said: SaidError) => (
  <Suspense fallback={null}>
    <LessonLink status={said} />
  </Suspense>
)

/** A warning from the server, with the lesson about it. */
export const WarningText = ({ text }: { readonly text: string }) => (
  <>
    {text}
    <Taught reason="Warning" message={text} />
  </>
)
