import type { StatusError } from '../../../client/client'
import { teachingOf } from '../../../scenarios/teaches'
import { Go } from '../Go'

/** A link to the lesson about an error, where there is one. */
export function LessonLink({ status }: { readonly status: StatusError }) {
  const teaching = teachingOf(status.reason, status.message)
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
