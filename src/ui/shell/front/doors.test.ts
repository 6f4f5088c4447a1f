import { expect, it } from 'vitest'
import { COURSES } from '../../../scenarios/courses'
import { loadLesson } from '../../../scenarios/lessons'
import { DOORS, FIRST_LESSON } from './doors'

it('leads to the first lesson of the catalogue, and says what it is', async () => {
  expect(FIRST_LESSON).toBe(COURSES[0]?.lessons[0])
  const lesson = await loadLesson(FIRST_LESSON)
  const door = DOORS.find(({ id }) => id === 'lesson')
  expect(lesson?.scenario.summary.startsWith(door?.about.replace(/\.$/, '').slice(0, 60) ?? 'no door')).toBe(true)
  expect(door?.moment).toContain(`about ${lesson?.scenario.minutes} minutes`)
  expect(door?.moment).toContain('Three steps')
  expect(lesson?.scenario.steps).toHaveLength(3)
  // It starts without a question: nothing that a newcomer would have to agree to.
  expect(lesson?.scenario.webhooks).toBeUndefined()
  expect(lesson?.scenario.flags).toBeUndefined()
})
