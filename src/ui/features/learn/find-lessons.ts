import { COURSES, type Course } from '../../../scenarios/courses'
import type { Lesson } from '../../../scenarios/lessons'

export interface FoundCourse {
  readonly course: Course
  readonly lessons: readonly Lesson[]
}

const textOf = ({ scenario }: Lesson, course: Course): string =>
  [scenario.title, scenario.summary, scenario.idea, course.title].join(' ').toLowerCase()

/** The courses with the lessons that have every word of a search; courses without any are left out. */
export function findLessons(all: readonly Lesson[], search: string): readonly FoundCourse[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const byId = new Map(all.map((lesson) => [lesson.id, lesson]))
  return COURSES.map((course) => ({
    course,
    lessons: course.lessons
      .flatMap((id) => byId.get(id) ?? [])
      .filter((lesson) => words.every((word) => textOf(lesson, course).includes(word))),
  })).filter(({ lessons }) => lessons.length > 0)
}
