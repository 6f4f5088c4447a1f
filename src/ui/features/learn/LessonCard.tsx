import { Button } from '@mantine/core'
import { Fragment, useState } from 'react'
import { isListed } from '../../../links/planes'
import { type CatalogueLesson, entryOf } from '../../../scenarios/catalogue'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { ReadMore } from '../../components/lesson/ReadMore'
import { OpenLesson } from '../../components/lesson/OpenLesson'
import { usePlanes } from '../../state/planes'

/** A lesson in the catalogue. */
export function LessonCard({ lesson, done }: { readonly lesson: CatalogueLesson; readonly done: boolean }) {
  const { id, title, summary, minutes, steps, release, requires = [] } = lesson
  const open = usePlanes((state) => state.planes.some((plane) => plane.lesson === id && isListed(plane)))
  const before = requires.flatMap((one) => entryOf(one)?.title ?? [])
  const [asked, setAsked] = useState(false)
  return (
    <li className="o-panel o-lesson">
      <h3>
        {title}
        {done && (
          <span className="o-lesson-done">
            <Icon name="check" size={14} /> done
          </span>
        )}
      </h3>
      <p>{summary}</p>
      {before.length > 0 && <Before titles={before} />}
      <ReadMore lesson={id} />
      <div className="o-row">
        <Button
          variant={open ? 'default' : 'light'}
          aria-label={`${open ? 'Start over' : 'Start'}: ${title}`}
          onClick={() => setAsked(true)}
        >
          {open ? 'Start over' : 'Start'}
        </Button>
        <span className="o-dim o-small">
          {minutes} minutes · {steps === 1 ? '1 step' : `${steps} steps`}
          {release && ` · release ${release}`}
        </span>
      </div>
      {asked && <OpenLesson id={id} onClose={() => setAsked(false)} />}
    </li>
  )
}

/** Links to the lessons that this one builds on. */
function Before({ titles }: { readonly titles: readonly string[] }) {
  return (
    <p className="o-dim o-small o-in-text">
      First do:{' '}
      {titles.map((title, i) => (
        <Fragment key={title}>
          {i > 0 && ', '}
          <Go className="o-link" place={{ to: '/learn', search: { q: title } }}>
            {title}
          </Go>
        </Fragment>
      ))}
    </p>
  )
}
