import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLUGINS } from '../../../api/releases/plugins'
import { COURSES } from '../../../scenarios/courses'
import { CATALOGUE } from '../../../scenarios/catalogue'
import { type ExplanationSort, explainedIn, lessonAbout, TAUGHT } from '../../../scenarios/taught'
import { ACCESS_VIEWS } from '../../features/access/views'
import { VIEWS as ADMISSION_VIEWS } from '../../features/admission/views'
import { ADVICE } from '../../features/apply/advice'
import { SITUATIONS } from '../../features/apply/situations'
import { SECTIONS } from '../../features/identity/sections'
import { TERMS } from '../terms/glossary'
import { PAGES, placesOfLesson } from './explained'
import { WITHOUT_LESSON } from './without-lesson'

const lintSource = ['lint', 'lint-rules']
  .map((name) => readFileSync(new URL(`../../../access-analysis/${name}.ts`, import.meta.url), 'utf8'))
  .join('\n')

/** The names of all explanations, by their sort. */
const NAMES: Readonly<Record<ExplanationSort, readonly string[]>> = {
  term: TERMS.map(({ id }) => id),
  plugin: PLUGINS.map(({ name }) => name),
  finding: [...lintSource.matchAll(/code: '([a-z-]+)'/g)].map(([, code = '']) => code),
  situation: SITUATIONS.map(({ id }) => id),
  advice: ADVICE,
  page: Object.keys(PAGES),
}

describe('what lessons teach', () => {
  it('has a row for each lesson, under its title', () => {
    const titles = new Map(CATALOGUE.map(({ id, title }) => [id, title]))
    const order = COURSES.flatMap((course) => course.lessons)
    expect(TAUGHT.map(({ lesson, title }) => [lesson, title])).toEqual(order.map((id) => [id, titles.get(id)]))
  })

  it('names explanations that there are, each once', () => {
    const all = TAUGHT.flatMap(({ explains }) => explains)
    expect(all.filter((id, i) => all.indexOf(id) !== i)).toEqual([])
    const named = TAUGHT.flatMap(({ lesson }) => explainedIn(lesson))
    expect(named).toHaveLength(all.length)
    expect(named.filter(({ sort, name }) => !NAMES[sort].includes(name))).toEqual([])
  })

  it('is missing for a page exactly if the page keeps no line free for it', () => {
    const views = [...ACCESS_VIEWS, ...ADMISSION_VIEWS].map(({ id }) => id)
    const names = [...views, ...SECTIONS.map(({ to }) => to.split('/')[2] ?? 'people'), ...Object.keys(PAGES)]
    expect(names.filter((name) => (lessonAbout('page', name) === undefined) !== WITHOUT_LESSON.has(name))).toEqual([])
    expect([...WITHOUT_LESSON].filter((name) => lessonAbout('page', name))).toEqual([])
  })

  it('leads there and back', () => {
    expect(lessonAbout('term', 'finalizer')?.lesson).toBe('objects/stuck-deletion')
    expect(placesOfLesson('objects/stuck-deletion')).toEqual([
      { title: 'Finalizer', place: { to: '/reference/glossary', search: { term: 'finalizer' } } },
    ])
    expect(placesOfLesson('access/too-much').filter(({ title }) => title === 'mistakes in roles')).toHaveLength(1)
  })
})
