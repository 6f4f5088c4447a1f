import { Go } from '../Go'
import { placesOfLesson } from './explained'

/** Links from a lesson to the pages that explain its subject. */
export function ReadMore({ lesson }: { readonly lesson: string }) {
  const places = placesOfLesson(lesson)
  if (places.length === 0) return null
  return (
    <p className="o-dim o-small">
      Read more:{' '}
      {places.map(({ title, place }, i) => (
        <span key={title}>
          {i > 0 && ', '}
          <Go className="o-link" place={place}>
            {title}
          </Go>
        </span>
      ))}
    </p>
  )
}
