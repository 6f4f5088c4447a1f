import { browserKey } from '../names/site'
import { planeOfSearch } from '../transport/plane-address'

/** The plane that this page shows: it stands in the page's address as long as the page lives. */
export const currentPlane = (): string => ('location' in globalThis ? planeOfSearch(location.search) : '')

/** What all keys of a plane begin with. */
export const planePrefix = (plane: string): string => browserKey(`plane.${plane}.`)

/** A key of the browser's storages for what belongs to this page's plane. The main plane's are those of `browserKey`. */
export function planeKey(name: string, plane = currentPlane()): string {
  return plane === '' ? browserKey(name) : planePrefix(plane) + name
}
