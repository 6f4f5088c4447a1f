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
/** More planes than this are not kept: each takes room in the browser. */
export const MOST_PLANES = 100
export const LONGEST_PLANE_NAME = 60

type Kept = Pick<Storage, 'getItem' | 'setItem'>

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

function write(storage: Kept, planes: readonly Plane[]): void {
  storage.setItem(PLANES_KEY, JSON.stringify(planes.filter(({ id }) => id !== MAIN_PLANE.id)))
}

const cutName = (name: string): string => name.trim().slice(0, LONGEST_PLANE_NAME) || 'Plane'

/** A name for addresses that no other plane has. */
function freeId(name: string, planes: readonly Plane[]): string {
  const base =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40)
      .replace(/-+$/, '') || 'plane'
  const taken = new Set(planes.map(({ id }) => id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`
    if (!taken.has(id) && !id.startsWith('embed')) return id
    if (id.startsWith('embed')) return freeId(`plane-${base}`, planes)
  }
}

/** Adds a plane under a name; the same name may be there twice. Throws when there are too many, or storage gives no room. */
export function addPlane(
  storage: Kept,
  { name, ...rest }: Pick<Plane, 'name' | 'origin' | 'madeAt' | 'lesson'>,
): Plane {
  const planes = readPlanes(storage)
  if (planes.length > MOST_PLANES) throw new Error(`This browser has ${MOST_PLANES} planes already. Delete one first.`)
  const plane: Plane = { ...rest, id: freeId(name, planes), name: cutName(name) }
  write(storage, [...planes, plane])
  return plane
}

/** Changes what is known of a plane; of one that is not there, nothing. */
export function changePlane(storage: Kept, id: string, change: Partial<Pick<Plane, 'name' | 'doomed'>>): void {
  const name = change.name === undefined ? {} : { name: cutName(change.name) }
  write(
    storage,
    readPlanes(storage).map((plane) => (plane.id === id ? { ...plane, ...change, ...name } : plane)),
  )
}

/** Takes a plane from the list; what it stored is deleted by `deletePlane`. */
export function forgetPlane(storage: Kept, id: string): void {
  write(
    storage,
    readPlanes(storage).filter((plane) => plane.id !== id),
  )
}

/** The address of a plane's page, with nothing of the page that one comes from but where the site lies. */
export function planeAddress(href: string, id: string, place = '/'): string {
  const url = new URL(href)
  url.search = id === '' ? '' : `?plane=${id}`
  url.hash = place
  return url.href
}
