import { TextInput } from '@mantine/core'
import { memo, startTransition, useEffect, useMemo, useState } from 'react'
import { CATALOGUE } from '../../../scenarios/catalogue'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty } from '../../components/States'
import { useLesson } from '../../state/lesson/lesson-state'
import { useQueryState, useSetQuery } from '../../state/place'
import { type FoundCourse, findLessons } from './find-lessons'
import { LessonCard } from './LessonCard'
import './learn.css'

/** The catalogue of lessons: courses, search and completed lessons. */
export function LearnPage() {
  const { q = '' } = useQueryState()
  const setQuery = useSetQuery()
  const done = useLesson((state) => state.done)
  const found = useMemo(() => findLessons(CATALOGUE, q), [q])
  const drawn = useCoursesDrawn(found.length)
  return (
    <div className="o-page">
      <PageHead
        title="Learn"
        about={`${CATALOGUE.length} short lessons on a simulated API server. Each starts with something broken or surprising, and checks your work automatically.`}
      >
        <TextInput
          type="search"
          aria-label="Search the lessons"
          placeholder="Search the lessons"
          leftSection={<Icon name="search" size={14} />}
          value={q}
          onChange={(event) => setQuery({ q: event.currentTarget.value })}
        />
        <Go className="o-link" place={{ to: '/learn/make' }}>
          Make a lesson
        </Go>
      </PageHead>
      <div className="o-page-body">
        {found.length === 0 && (
          <Empty icon="learn" title="No matching lesson">
            Try one word, such as “conflict” or “role”.
          </Empty>
        )}
        {found.slice(0, drawn).map(({ course, lessons }) => (
          <CourseLessons key={course.id} {...{ course, lessons, done }} />
        ))}
      </div>
    </div>
  )
}

/** True once every course has been drawn in this tab. */
let drawnBefore = false

/**
 * The number of courses to draw. As the page opens they are drawn one after another, so that it can answer a click in between; afterwards
 * all at once, because going back restores the scroll position.
 */
function useCoursesDrawn(all: number): number {
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (drawn < all) startTransition(() => setDrawn(drawn + 1))
    else drawnBefore = true
  }, [drawn, all])
  return drawnBefore ? all : drawn
}

/** A course with those of its lessons that were found. */
const CourseLessons = memo(function CourseLessons({
  course,
  lessons,
  done,
}: FoundCourse & { readonly done: readonly string[] }) {
  return (
    <section aria-labelledby={`course-${course.id}`}>
      <h2 id={`course-${course.id}`} className="o-h2">
        {course.title}{' '}
        <span className="o-dim o-small">
          {lessons.filter(({ id }) => done.includes(id)).length} of {lessons.length} done
        </span>
      </h2>
      <p className="o-dim">{course.about}</p>
      <ul className="o-lessons">
        {lessons.map((lesson) => (
          <LessonCard key={lesson.id} lesson={lesson} done={done.includes(lesson.id)} />
        ))}
      </ul>
    </section>
  )
})
