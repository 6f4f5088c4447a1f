import { describe, expect, it } from 'vitest'
import { COURSES } from '../../../scenarios/courses'
import { CATALOGUE } from '../../../scenarios/catalogue'
import { allLessons } from '../../../scenarios/lessons'
import { placeOfPath } from '../../state/place'
import { findLessons } from './find-lessons'

const idsOf = (search: string): string[] =>
  findLessons(CATALOGUE, search).flatMap((found) => found.lessons.map(({ id }) => id))

describe('finding lessons', () => {
  it('shows every lesson without a search, course by course', () =>
    expect(idsOf('')).toEqual(COURSES.flatMap((course) => course.lessons)))

  it.each([
    ['finalizer', 'objects/stuck-deletion'],
    ['CONFLICT  overwrite', 'apply/conflict'],
    ['rollout', 'workloads/rollout'],
  ])('finds by "%s"', (search, id) => expect(idsOf(search)).toContain(id))

  it('finds nothing by what no lesson has', () => expect(idsOf('zebra')).toEqual([]))

  it('leads to pages that are there', async () => {
    const pages = (await allLessons()).flatMap(({ scenario }) => [
      scenario.page,
      ...(scenario.steps ?? []).map(({ page }) => page),
    ])
    for (const page of pages) if (page !== undefined) expect(placeOfPath(page.split('?')[0] ?? ''), page).toBeDefined()
  })
})
