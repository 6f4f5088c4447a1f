import { MAIN_PLANE, type Plane, PLANES_KEY, readPlanes } from './planes'

/** Maximum number of planes, since each needs browser storage. */
export const MOST_PLANES = 100
/** Maximum length of a plane's name in characters. */
export const LONGEST_PLANE_NAME = 60

type PlaneStorage = Pick<Storage, 'getItem' | 'setItem'>

function write(storage: PlaneStorage, planes: readonly Plane[]): void {
  storage.setItem(PLANES_KEY, JSON.stringify(planes.filter(({ id }) => id !== MAIN_PLANE.id)))
}

const cutName = (name: string): string => name.trim().slice(0, LONGEST_PLANE_NAME) || 'Plane'

/** An unused id derived from a name. */
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

/**
 * Adds a plane; its name need not be unique. Its id is derived from the name unless an unused one is given.
 * @throws when there are too many planes or storage has no room
 */
export function addPlane(
  storage: PlaneStorage,
  { id, name, ...rest }: Pick<Plane, 'name' | 'origin' | 'madeAt' | 'lesson' | 'unopened'> & Partial<Pick<Plane, 'id'>>,
): Plane {
  const planes = readPlanes(storage)
  if (planes.length > MOST_PLANES) throw new Error(`This browser has ${MOST_PLANES} planes already. Delete one first.`)
  const plane: Plane = { ...rest, id: id ?? freeId(name, planes), name: cutName(name) }
  write(storage, [...planes, plane])
  return plane
}

/** What can change about a plane; an undefined `unopened` says that it has been opened. */
export type PlaneChange = Partial<Pick<Plane, 'name' | 'doomed'>> & { readonly unopened?: undefined }

/** Changes a plane's record, if it exists. */
export function changePlane(storage: PlaneStorage, id: string, change: PlaneChange): void {
  const name = change.name === undefined ? {} : { name: cutName(change.name) }
  write(
    storage,
    readPlanes(storage).map((plane) => (plane.id === id ? { ...plane, ...change, ...name } : plane)),
  )
}

/** Removes a plane from the list; `deletePlane` deletes its data. */
export function forgetPlane(storage: PlaneStorage, id: string): void {
  write(
    storage,
    readPlanes(storage).filter((plane) => plane.id !== id),
  )
}
