import { browserKey } from '../names/site'
import { planeOfSearch } from '../transport/plane-address'

/** One of the control planes that this browser stores side by side. */
export interface Plane {
  /** Its id in addresses and storage keys; empty for the main plane, which always exists. */
  readonly id: string
  /** The display name. */
  readonly name: string
  /** Creation time in milliseconds since the epoch; 0 for the main plane. */
  readonly madeAt: number
  /** Why it was made. */
  readonly origin: 'main' | 'person' | 'lesson' | 'link'
  /** The lesson that it was made for. */
  readonly lesson?: string
  /** True if it is to be deleted once no tab shows it. */
  readonly doomed?: boolean
  /**
   * While it waits for the user to open the link that it was made for: the plane that the user came from. Until then it is not listed,
   * and is deleted once no tab shows it.
   */
  readonly unopened?: string
}

/** Whether a plane is one of the user's: not about to be deleted, and not waiting for a link to be opened. */
export const isListed = ({ doomed, unopened }: Plane): boolean => !doomed && unopened === undefined

/** The plane that always exists. */
export const MAIN_PLANE: Plane = { id: '', name: 'Main', madeAt: 0, origin: 'main' }

/** Storage key of the list of planes. */
export const PLANES_KEY = browserKey('planes')

const ORIGINS: readonly unknown[] = ['person', 'lesson', 'link'] satisfies Plane['origin'][]

function isPlane(value: unknown): value is Plane {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, madeAt, origin } = value as Partial<Plane>
  return (
    typeof id === 'string' &&
    id !== '' &&
    planeOfSearch(`?plane=${id}`) === id &&
    typeof name === 'string' &&
    typeof madeAt === 'number' &&
    ORIGINS.includes(origin)
  )
}

/** All planes, the main one first. Invalid stored data counts as an empty list. */
export function readPlanes(storage: Pick<Storage, 'getItem'>): readonly Plane[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(PLANES_KEY) ?? '[]')
    return [MAIN_PLANE, ...(Array.isArray(kept) ? kept.filter(isPlane) : [])]
  } catch {
    return [MAIN_PLANE] // storage is blocked, or another program wrote it
  }
}

/** The address of a plane's page on the same site, without anything else from the current address. */
export function planeAddress(href: string, id: string, place = '/'): string {
  const url = new URL(href)
  url.search = id === '' ? '' : `?plane=${id}`
  url.hash = place
  return url.href
}
