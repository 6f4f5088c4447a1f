import { useEffect } from 'react'

/** `Pending pods · Workloads · Orchard`: a window title from specific to general. Empty when no part is given. */
export function pageTitle(parts: readonly (string | undefined)[]): string {
  const named = parts.filter((part, i) => part && part !== parts[i - 1])
  return named.length === 0 ? '' : [...named, 'Orchard'].join(' · ')
}

/** Sets the window title from the page's content; does nothing when no part is given. */
export function usePageTitle(...parts: readonly (string | undefined)[]): void {
  const title = pageTitle(parts)
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
