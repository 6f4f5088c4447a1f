import { Suspense } from 'react'
import type { SaidError } from '../../../scenarios/teaches'
import { ornament } from '../ornament'

const LessonLink = ornament(() => import('./LessonLink').then((m) => m.LessonLink))

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
