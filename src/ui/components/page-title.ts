import { useEffect } from 'react'

/** `Pending pods · Workloads · Orchard`: what a window shows, from the part to the whole. Empty when no part is named. */
export function pageTitle(parts: readonly (string | undefined)[]): string {
  const named = parts.filter((part, i) => part && part !== parts[i - 1])
  return named.length === 0 ? '' : [...named, 'Orchard'].join(' · ')
}

/** Names the window after what the page shows; leaves its name alone when no part is named. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = pageTitle(parts)
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
