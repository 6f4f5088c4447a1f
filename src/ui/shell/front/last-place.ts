import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { FEATURES } from '../../features/table'
import { planeKey } from '../../../links/plane-key'
import { type Place, placeOfPath } from '../../state/place'

/** The page that was opened last, which the front page offers. */
export interface LastPlace {
  readonly place: Place
  readonly title: string
}

const KEY = planeKey('last-place')

/** The last page opened in this browser, with its area's title; undefined on a first visit. */
export function readLastPlace(storage: Pick<Storage, 'getItem'>): LastPlace | undefined {
  const path = storage.getItem(KEY)
  const place = path ? placeOfPath(path) : undefined
  const area = FEATURES.find(({ home, owns = [] }) =>
    [home.to, ...owns].some((root) => path === root || path?.startsWith(`${root}/`)),
  )
  if (!path || !place || !area) return undefined
  const detail = path.split('/').filter(Boolean).slice(1).map(decodeURIComponent).join(' / ')
  return { place, title: detail ? `${area.title}: ${detail}` : area.title }
}

/** Remembers each opened page by its path only, because the query may hold user input. */
export function useLastPlace(): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    if (pathname === '/') return
    try {
      localStorage.setItem(KEY, pathname)
    } catch {
      // Without storage nothing is remembered.
    }
  }, [pathname])
}
