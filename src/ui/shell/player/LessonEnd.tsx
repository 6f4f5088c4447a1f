import { Button } from '@mantine/core'
import { useState } from 'react'
import { COURSES } from '../../../scenarios/courses'
import type { Scenario } from '../../../scenarios/scenario'
import { OpenLessonDialog } from '../../components/lesson/OpenLessonDialog'
import { ReadMore } from '../../components/lesson/ReadMore'
import { lessonOf } from '../../queries/lesson-player'

const nextId = (id: string): string | undefined => {
  const all = COURSES.flatMap(({ lessons }) => lessons)
  return all[all.indexOf(id) + 1]
}

/** What the lesson taught, and the next one. */
export function LessonEnd({ id, scenario }: { readonly id: string; readonly scenario: Scenario }) {
  const [asked, setAsked] = useState(false)
  const next = lessonOf(nextId(id) ?? '')
  return (
    <>
      <h3>Done</h3>
      {scenario.idea !== undefined && <p className="o-player-idea">{scenario.idea}</p>}
      <ReadMore lesson={id} />
      {next && <Button onClick={() => setAsked(true)}>Next: {next.scenario.title}</Button>}
      {asked && next && <OpenLessonDialog lesson={next} onClose={() => setAsked(false)} />}
    </>
  )
}
