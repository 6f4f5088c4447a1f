import { MAIN_PLANE, type Plane, PLANES_KEY, readPlanes } from './planes'

/** More planes than this are not kept: each takes room in the browser. */
export const MOST_PLANES = 100
export const LONGEST_PLANE_NAME = 60

type Kept = Pick<Storage, 'getItem' | 'setItem'>

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
