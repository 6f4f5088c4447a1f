import { type ExplanationSort, lessonAbout } from '../../../scenarios/taught'
import { Go } from '../Go'

/** A link to the lesson that teaches what is explained beside it; nothing where no lesson does. */
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
      {'.'}
    </span>
  )
}
