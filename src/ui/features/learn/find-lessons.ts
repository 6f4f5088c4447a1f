import { COURSES, type Course } from '../../../scenarios/courses'
import type { CatalogueLesson } from '../../../scenarios/catalogue'

/** A course and those of its lessons that match a search. */
export interface FoundCourse {
  readonly course: Course
  readonly lessons: readonly CatalogueLesson[]
}

const textOf = ({ title, summary, idea }: CatalogueLesson, course: Course): string =>
  [title, summary, idea, course.title].join(' ').toLowerCase()

/** The courses with the lessons that match every word; empty courses are left out. */
export function findLessons(all: readonly CatalogueLesson[], search: string): readonly FoundCourse[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const byId = new Map(all.map((lesson) => [lesson.id, lesson]))
  return COURSES.map((course) => ({
    course,
    lessons: course.lessons
      .flatMap((id) => byId.get(id) ?? [])
      .filter((lesson) => words.every((word) => textOf(lesson, course).includes(word))),
  })).filter(({ lessons }) => lessons.length > 0)
}
