import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import type { Lesson } from '../../../scenarios/lessons'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { OpenLessonDialog } from '../../components/lesson/OpenLessonDialog'
import { useSession } from '../../state/connection'
import { useLesson } from '../../state/lesson/lesson-state'
import { notifyError } from '../../state/notify'

/** Title of the lesson, and the ways out of it. */
export function PlayerHead({ lesson }: { readonly lesson: Lesson }) {
  const session = useSession()
  const { collapse, leave, open } = useLesson()
  const [again, setAgain] = useState(false)
  const end = (): void => {
    leave()
    session
      .control('link', { action: 'leave' })
      .catch((error: unknown) => notifyError('Your own flags could not be taken up again', error))
  }
  return (
    <header className="o-player-head">
      <div className="o-row">
        <h2 className="o-grow">{lesson.scenario.title}</h2>
        <ActionIcon variant="subtle" aria-label="Collapse the lesson" onClick={() => collapse(true)}>
          <Icon name="chevron" />
        </ActionIcon>
      </div>
      <div className="o-row wrap">
        <Button size="compact-xs" variant="default" onClick={() => setAgain(true)}>
          Start over
        </Button>
        <Button size="compact-xs" variant="default" onClick={end}>
          Leave the lesson
        </Button>
        <Go className="o-small" place={{ to: '/learn' }}>
          All lessons
        </Go>
      </div>
      {open?.snapshot !== undefined && (
        <p className="o-dim o-small">
          Your cluster is saved as <Go place={{ to: '/settings/storage' }}>{open.snapshot}</Go>.
        </p>
      )}
      {again && <OpenLessonDialog lesson={lesson} onClose={() => setAgain(false)} />}
    </header>
  )
}
