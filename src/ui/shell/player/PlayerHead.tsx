import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { embedPanel } from '../../../links/embed'
import { isListed, MAIN_PLANE } from '../../../links/planes'
import type { Lesson } from '../../../scenarios/lessons'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { OpenLessonDialog } from '../../components/lesson/OpenLessonDialog'
import { useLesson } from '../../state/lesson/lesson-state'
import { openPlane, usePlanes } from '../../state/planes'

/** The lesson's title, with controls to collapse and close it. */
export function PlayerHead({ lesson }: { readonly lesson: Lesson }) {
  const { collapse, open } = useLesson()
  const embedded = embedPanel(location.search) !== undefined
  const [again, setAgain] = useState(false)
  const planes = usePlanes((state) => state.planes)
  const from = planes.find((plane) => plane.id === (open?.from ?? '') && isListed(plane)) ?? MAIN_PLANE
  return (
    <header className="o-player-head">
      <div className="o-row">
        <h2 className="o-grow">{lesson.scenario.title}</h2>
        <ActionIcon variant="subtle" aria-label="Collapse the lesson" onClick={() => collapse(true)}>
          <Icon name="chevron" />
        </ActionIcon>
      </div>
      {!embedded && (
        <div className="o-row wrap">
          <Button size="compact-sm" variant="default" onClick={() => setAgain(true)}>
            Start over
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => openPlane(from.id, '/learn')}>
            Back to {from.name}
          </Button>
          <Go className="o-small" place={{ to: '/learn' }}>
            All lessons
          </Go>
        </div>
      )}
      {again && <OpenLessonDialog lesson={lesson} onClose={() => setAgain(false)} />}
    </header>
  )
}
