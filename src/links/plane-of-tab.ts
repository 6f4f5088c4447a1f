import { browserKey } from '../names/site'
import { embedPanel, isEmbedPlane } from './embed'
import { showsLink } from './link-plane'
import { readPlanes } from './planes'

interface Storages {
  readonly local: Pick<Storage, 'getItem'>
  readonly session: Pick<Storage, 'setItem'>
}

/** Session key with the plane that a tab requested but that does not exist. */
const MISSING = browserKey('missing-plane')

/**
 * The address to move to when the current one names a plane that this browser does not have: the same without the plane, so that a
 * link never creates one. A plane that waits for its link to be opened is there only for the page that shows the link. Undefined if the
 * page can stay.
 */
export function otherPlane(href: string, open: () => Storages): string | undefined {
  const url = new URL(href)
  const wanted = url.searchParams.get('plane')
  // An empty name is the main plane's.
  if (wanted === null || wanted === '' || (embedPanel(url.search) && isEmbedPlane(wanted))) return undefined
  let storages: Storages | undefined
  try {
    storages = open()
    const found = readPlanes(storages.local).find(({ id }) => id === wanted)
    if (found && !found.doomed && (found.unopened === undefined || showsLink(url))) return undefined
    // A copied address of such a page should lead to the link's content, not to the plane that shows it.
    if (!showsLink(url) && found?.unopened === undefined) storages.session.setItem(MISSING, wanted.slice(0, 60))
  } catch {
    // Without storage only the main plane exists.
  }
  // The page of a link names the main plane, since index.html would name another plane for a page without one.
  if (showsLink(url)) url.searchParams.set('plane', '')
  else url.searchParams.delete('plane')
  return url.href
}

/** The missing plane that this tab requested; returned once. */
export function takeMissingPlane(session: Pick<Storage, 'getItem' | 'removeItem'>): string | undefined {
  try {
    const missing = session.getItem(MISSING) ?? undefined
    session.removeItem(MISSING)
    return missing
  } catch {
    return undefined // storage is blocked for this site
  }
}
