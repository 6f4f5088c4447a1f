import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { placeOfPath, useGo } from './place'

/** The address of a page that a scenario names; undefined if it names none or the page doesn't exist. */
export const pageAddress = (page: string | undefined): string | undefined =>
  page !== undefined && placeOfPath(page.split('?')[0] ?? '') ? page : undefined

/**
 * Returns a function that opens a page named by a scenario, such as `/access/why?who=user:alice`; it ignores missing
 * and unknown pages.
 */
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

/** Loads the code of a page that a scenario names before it is opened. */
export function usePreloadedPage(page: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    const place = page === undefined ? undefined : placeOfPath(page.split('?')[0] ?? '')
    // Errors are shown, and loading retried, where the page is opened.
    if (place) router.preloadRoute({ to: place.to, params: place.params ?? {} }).catch(() => undefined)
  }, [page, router])
}

// Pages about lessons and planes are no setting for a lesson.
const NO_LESSON = /^\/($|learn|open)/

/**
 * The lesson's page for an address at which its first step was recorded, without what was filled in there, since that may be the
 * solution. Undefined for pages that can't host a lesson.
 */
export function pageOfRecording(address: string): string | undefined {
  const [path = ''] = address.split('?')
  return NO_LESSON.test(path) ? undefined : pageAddress(path)
}
