import { TextInput } from '@mantine/core'
import { CATALOGUE } from '../../../scenarios/catalogue'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { PageHead } from '../../components/PageHead'
import { Empty } from '../../components/States'
import { useLesson } from '../../state/lesson/lesson-state'
import { useQueryState, useSetQuery } from '../../state/place'
import { findLessons } from './find-lessons'
import { LessonCard } from './LessonCard'
import './learn.css'

/** The catalogue of lessons: courses, search and completed lessons. */
export function LearnPage() {
  const { q = '' } = useQueryState()
  const setQuery = useSetQuery()
  const done = useLesson((state) => state.done)
  const found = findLessons(CATALOGUE, q)
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
        {found.map(({ course, lessons: list }) => (
          <section key={course.id} aria-labelledby={`course-${course.id}`}>
            <h2 id={`course-${course.id}`} className="o-h2">
              {course.title}{' '}
              <span className="o-dim o-small">
                {list.filter(({ id }) => done.includes(id)).length} of {list.length} done
              </span>
            </h2>
            <p className="o-dim">{course.about}</p>
            <ul className="o-lessons">
              {list.map((lesson) => (
                <LessonCard key={lesson.id} lesson={lesson} done={done.includes(lesson.id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
