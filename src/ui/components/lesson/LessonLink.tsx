import { type SaidError, teachingOf } from '../../../scenarios/teaches'
import { Go } from '../Go'

/** A link to the lesson about an error or a warning, where there is one. */
export function LessonLink({ status }: { readonly status: SaidError }) {
  const teaching = teachingOf(status)
  if (!teaching) return null
  return (
    <div className="o-small o-below o-in-text">
      Lesson:{' '}
      <Go className="o-link" place={{ to: '/learn', search: { q: teaching.title } }}>
        {teaching.title}
      </Go>
    </div>
  )
}
