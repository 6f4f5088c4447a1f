import { Button } from '@mantine/core'
import { useState } from 'react'
import { entryOf } from '../../../scenarios/catalogue'
import { COURSES } from '../../../scenarios/courses'
import type { Scenario } from '../../../scenarios/scenario'
import { OpenLesson } from '../../components/lesson/OpenLesson'
import { ReadMore } from '../../components/lesson/ReadMore'

const nextId = (id: string): string | undefined => {
  const all = COURSES.flatMap(({ lessons }) => lessons)
  return all[all.indexOf(id) + 1]
}

/** What the lesson taught, and the next one. */
export function LessonEnd({ id, scenario }: { readonly id: string; readonly scenario: Scenario }) {
  const [asked, setAsked] = useState(false)
  const next = entryOf(nextId(id) ?? '')
  return (
    <>
      <h3 tabIndex={-1}>Done</h3>
      {scenario.idea !== undefined && <p className="o-player-idea">{scenario.idea}</p>}
      <ReadMore lesson={id} />
      {next && <Button onClick={() => setAsked(true)}>Next: {next.title}</Button>}
      {asked && next && <OpenLesson id={next.id} onClose={() => setAsked(false)} />}
    </>
  )
}
