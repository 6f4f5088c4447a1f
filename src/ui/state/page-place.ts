import { useCallback } from 'react'
import { placeOfPath, useGo } from './place'

/** The address of a page that a scenario names; undefined without one, and where no page is. */
export const pageAddress = (page: string | undefined): string | undefined =>
  page !== undefined && placeOfPath(page.split('?')[0] ?? '') ? page : undefined

/** Goes to a page that a scenario names, `/access/why?who=user:alice`; nowhere without one, and where no page is. */
export function useGoToPage(): (page: string | undefined) => void {
  const go = useGo()
  return useCallback(
    (page) => {
      const [path = '', query = ''] = (page ?? '').split(/\?(.*)/s)
      const place = placeOfPath(path)
      if (place) go({ ...place, search: { as: undefined, ...Object.fromEntries(new URLSearchParams(query)) } })
    },
    [go],
  )
}

// Pages about lessons and planes, which are no place to learn something.
const NO_LESSON = /^\/($|learn|open)/

/**
 * The page of a lesson whose first step was recorded at an address: without what was filled in there, since that may be the solution.
 * Undefined where no lesson takes place.
 */
export function pageOfRecording(address: string): string | undefined {
  const [path = ''] = address.split('?')
  return NO_LESSON.test(path) ? undefined : pageAddress(path)
}
