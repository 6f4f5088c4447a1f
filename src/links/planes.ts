import { browserKey } from '../names/site'
import { planeOfSearch } from '../transport/plane-address'

/** One of the control planes that this browser keeps beside each other. */
export interface Plane {
  /** Its name in addresses and in the browser's storage; empty for the main plane, which is always there. */
  readonly id: string
  /** What a person calls it. */
  readonly name: string
  /** When it was made, in milliseconds since the epoch; 0 for the main plane. */
  readonly madeAt: number
  /** Why it was made. */
  readonly origin: 'main' | 'person' | 'lesson' | 'link'
  /** The lesson that it was made for. */
  readonly lesson?: string
  /** To be deleted as soon as no tab shows it. */
  readonly doomed?: boolean
}

export const MAIN_PLANE: Plane = { id: '', name: 'Main', madeAt: 0, origin: 'main' }

/** Where the list of planes is kept. */
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

/** All planes, the main one first. What is not a list of planes counts as none. */
export function readPlanes(storage: Pick<Storage, 'getItem'>): readonly Plane[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(PLANES_KEY) ?? '[]')
    return [MAIN_PLANE, ...(Array.isArray(kept) ? kept.filter(isPlane) : [])]
  } catch {
    return [MAIN_PLANE] // storage is blocked, or something else wrote it
  }
}

/** The address of a plane's page, with nothing of the page that one comes from but where the site lies. */
export function planeAddress(href: string, id: string, place = '/'): string {
  const url = new URL(href)
  url.search = id === '' ? '' : `?plane=${id}`
  url.hash = place
  return url.href
}
