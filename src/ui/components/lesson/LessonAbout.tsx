import { type ExplanationSort, lessonAbout } from '../../../scenarios/taught'
import { Go } from '../Go'

/** A link to the lesson about the text beside it; renders nothing if there is none. */
export function LessonAbout({ sort, name }: { readonly sort: ExplanationSort; readonly name: string }) {
  const lesson = lessonAbout(sort, name)
  if (!lesson) return null
  return (
    <span className="o-small o-in-text">
      {' '}
      Lesson:{' '}
      <Go className="o-link" place={{ to: '/learn', search: { q: lesson.title } }}>
        {lesson.title}
      </Go>
      {!/[.?!]$/.test(lesson.title) && '.'}
    </span>
  )
}
