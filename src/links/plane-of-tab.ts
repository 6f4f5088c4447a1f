import { browserKey } from '../names/site'
import { embedPanel, isEmbedPlane } from './embed'
import { readPlanes } from './planes'

interface Storages {
  readonly local: Pick<Storage, 'getItem'>
  readonly session: Pick<Storage, 'setItem'>
}

/** Where a tab keeps which plane it was asked for in vain. */
const MISSING = browserKey('missing-plane')

/**
 * The address that a page moves to when its own names a plane that this browser does not have: the same without it, so that a link
 * never makes a plane by itself. Undefined when the page may stay.
 */
export function otherPlane(href: string, open: () => Storages): string | undefined {
  const url = new URL(href)
  const wanted = url.searchParams.get('plane')
  if (wanted === null || (embedPanel(url.search) && isEmbedPlane(wanted))) return undefined
  let storages: Storages | undefined
  try {
    storages = open()
    if (wanted !== '' && readPlanes(storages.local).some(({ id, doomed }) => id === wanted && !doomed)) return undefined
    storages.session.setItem(MISSING, wanted.slice(0, 60))
  } catch {
    // A browser that keeps nothing for this site has the main plane alone, as long as the page lives.
  }
  url.searchParams.delete('plane')
  return url.href
}

/** The plane that this tab was asked for and that does not exist; reported once. */
export function takeMissingPlane(session: Pick<Storage, 'getItem' | 'removeItem'>): string | undefined {
  try {
    const missing = session.getItem(MISSING) ?? undefined
    session.removeItem(MISSING)
    return missing
  } catch {
    return undefined // storage is blocked for this site
  }
}
