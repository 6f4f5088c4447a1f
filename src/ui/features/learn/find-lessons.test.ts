import { describe, expect, it } from 'vitest'
import { COURSES } from '../../../scenarios/courses'
import { lessons } from '../../../scenarios/lessons'
import { placeOfPath } from '../../state/place'
import { findLessons } from './find-lessons'

const all = lessons()
const idsOf = (search: string): string[] =>
  findLessons(all, search).flatMap((found) => found.lessons.map(({ id }) => id))

describe('finding lessons', () => {
  it('shows every lesson without a search, course by course', () =>
    expect(idsOf('')).toEqual(COURSES.flatMap((course) => course.lessons)))

  it.each([
    ['finalizer', 'objects/stuck-deletion'],
    ['CONFLICT  overwrite', 'apply/conflict'],
    ['rollout', 'workloads/rollout'],
  ])('finds by "%s"', (search, id) => expect(idsOf(search)).toContain(id))

  it('finds nothing by what no lesson has', () => expect(idsOf('zebra')).toEqual([]))

  it('leads to pages that are there', () => {
    const pages = all.flatMap(({ scenario }) => [scenario.page, ...(scenario.steps ?? []).map(({ page }) => page)])
    for (const page of pages) if (page !== undefined) expect(placeOfPath(page.split('?')[0] ?? ''), page).toBeDefined()
  })
})
