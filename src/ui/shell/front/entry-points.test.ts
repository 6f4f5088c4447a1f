import { expect, it } from 'vitest'
import { COURSES } from '../../../scenarios/courses'
import { loadLesson } from '../../../scenarios/lessons'
import { ENTRY_POINTS, FIRST_LESSON } from './entry-points'

it('leads to the first lesson of the catalogue, and says what it is', async () => {
  expect(FIRST_LESSON).toBe(COURSES[0]?.lessons[0])
  const lesson = await loadLesson(FIRST_LESSON)
  const entry = ENTRY_POINTS.find(({ id }) => id === 'lesson')
  expect(lesson?.scenario.summary.startsWith(entry?.about.replace(/\.$/, '').slice(0, 60) ?? 'no entry')).toBe(true)
  expect(entry?.moment).toContain(`about ${lesson?.scenario.minutes} minutes`)
  expect(entry?.moment).toContain('Three steps')
  expect(lesson?.scenario.steps).toHaveLength(3)
  // It starts without a question: nothing that a newcomer would have to agree to.
  expect(lesson?.scenario.webhooks).toBeUndefined()
  expect(lesson?.scenario.flags).toBeUndefined()
})
