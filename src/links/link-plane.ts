import { addPlane } from './plane-list'
import { readPlanes } from './planes'

/** Name of a plane before its link says what it holds. */
const NAME = 'Link'

/** Whether an address shows the content of a scenario before it is opened. index.html has the same pattern. */
export const showsLink = ({ hash }: Pick<URL, 'hash'>): boolean => /^#\/open\?(.*&)?(s|from)=./.test(hash)

/** Ids of planes that index.html names for the page of a link. */
const NAMED_FOR_LINK = /^link-[a-z0-9]+$/

type PlaneStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The address of a page that shows a link's content, without its plane, and the plane. Undefined for other pages, and for an address with
 * settings, which are for the user's own plane.
 */
function linkIn(href: string): { readonly url: URL; readonly plane: string } | undefined {
  const url = new URL(href)
  const plane = url.searchParams.get('plane') ?? ''
  url.searchParams.delete('plane')
  return showsLink(url) && url.search === '' ? { url, plane } : undefined
}

/**
 * Makes the plane that index.html named in the address of a link's page. Does nothing if it exists, if the address names another kind of
 * plane, or if there is no room for it: then the plane is missing like any other.
 */
export function makeNamedPlane(href: string, storage: () => PlaneStorage, now: number): void {
  const id = linkIn(href)?.plane ?? ''
  if (!NAMED_FOR_LINK.test(id)) return
  try {
    const open = storage()
    if (readPlanes(open).some((plane) => plane.id === id)) return
    addPlane(open, { id, name: NAME, origin: 'link', madeAt: now, unopened: '' })
  } catch {
    // The user learns of it when the content is opened.
  }
}

/**
 * The address to move to when the current one shows a link's content: the same in a plane that is made for it, whose control plane starts
 * while the user reads, and into which the content opens without another load of the page. Undefined if the page can stay. If there is
 * no room for a plane, it stays where it is, and making the plane is tried again when the user opens the content.
 */
export function linkPlane(href: string, storage: () => PlaneStorage, now: number): string | undefined {
  const link = linkIn(href)
  if (!link) return undefined
  const { url, plane: from } = link
  try {
    const open = storage()
    if (readPlanes(open).some(({ id, unopened }) => id === from && unopened !== undefined)) return undefined
    const made = addPlane(open, { name: NAME, origin: 'link', madeAt: now, unopened: from })
    url.searchParams.set('plane', made.id)
    return url.href
  } catch {
    return undefined
  }
}
