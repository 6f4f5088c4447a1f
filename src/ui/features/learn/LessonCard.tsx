import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Lesson } from '../../../scenarios/lessons'
import { Icon } from '../../components/Icon'
import { ReadMore } from '../../components/lesson/ReadMore'
import { OpenLessonDialog } from '../../components/lesson/OpenLessonDialog'
import { lessonOf } from '../../queries/lesson-player'
import { usePlanes } from '../../state/planes'

/** A lesson in the catalogue. */
export function LessonCard({ lesson, done }: { readonly lesson: Lesson; readonly done: boolean }) {
  const { id, scenario } = lesson
  const open = usePlanes((state) => state.planes.some((plane) => plane.lesson === id && !plane.doomed))
  const before = (scenario.requires ?? []).flatMap((one) => lessonOf(one)?.scenario.title ?? [])
  const [asked, setAsked] = useState(false)
  return (
    <li className="o-panel o-lesson">
      <h3>
        {scenario.title}
        {done && (
          <span className="o-lesson-done">
            <Icon name="check" size={14} /> done
          </span>
        )}
      </h3>
      <p>{scenario.summary}</p>
      {before.length > 0 && <p className="o-dim o-small">After: {before.join(', ')}</p>}
      <ReadMore lesson={id} />
      <div className="o-row">
        <Button
          variant={open ? 'default' : 'light'}
          aria-label={`${open ? 'Start over' : 'Start'}: ${scenario.title}`}
          onClick={() => setAsked(true)}
        >
          {open ? 'Start over' : 'Start'}
        </Button>
        <span className="o-dim o-small">
          {scenario.minutes} minutes · {scenario.steps?.length ?? 0} steps
          {scenario.release && ` · release ${scenario.release}`}
        </span>
      </div>
      {asked && <OpenLessonDialog lesson={lesson} onClose={() => setAsked(false)} />}
    </li>
  )
}
