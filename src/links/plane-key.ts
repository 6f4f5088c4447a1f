import { browserKey } from '../names/site'
import { planeOfSearch } from '../transport/plane-address'

/** The plane that this page shows, fixed by its address for the life of the page. */
export const currentPlane = (): string => ('location' in globalThis ? planeOfSearch(location.search) : '')

/** Prefix of all storage keys of a plane. */
export const planePrefix = (plane: string): string => browserKey(`plane.${plane}.`)

/** A storage key for this page's plane. For the main plane it equals `browserKey`. */
export function planeKey(name: string, plane = currentPlane()): string {
  return plane === '' ? browserKey(name) : planePrefix(plane) + name
}
