import { Suspense } from 'react'
import { useLessonOf } from '../../queries/lesson-player'
import { OpenLessonDialog } from './OpenLessonDialog'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

function Loaded({ id, onClose }: Props) {
  const lesson = useLessonOf(id)
  return lesson ? <OpenLessonDialog lesson={lesson} onClose={onClose} /> : null
}

/** Asks whether to start a lesson of the catalogue, once it is loaded. */
export const OpenLesson = (props: Props) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
)
