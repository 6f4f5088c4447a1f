import { create } from 'zustand'
import { arrivalKey } from '../../links/arrival'
import { currentPlane } from '../../links/plane-key'
import { MAIN_PLANE, type Plane, planeAddress, PLANES_KEY, readPlanes } from '../../links/planes'

/** What a plane is to be made of when it is opened for the first time: one of the two. */
export interface ArrivalOf {
  /** Id of a lesson. */
  readonly lesson?: string
  /** A scenario as JSON text. */
  readonly scenario?: string
  /** The person has seen the scenario's code and agreed that it runs in the sandbox. */
  readonly runsCode?: boolean
  /** Flags of the scenario: the plane's first start runs with them. */
  readonly flags?: readonly string[]
}

/** A start state that a plane waits for. */
export interface Arrival extends ArrivalOf {
  /** The plane that one came from. */
  readonly from: string
}

interface PlanesState {
  readonly planes: readonly Plane[]
  /** The dialog in which planes are made, renamed and deleted. */
  readonly managing: boolean
  /** What this page's plane waits for. */
  readonly arrival: Arrival | undefined
}

const kept = (): readonly Plane[] => readPlanes({ getItem: (key) => localStorage.getItem(key) })

function keptArrival(): Arrival | undefined {
  try {
    return JSON.parse(localStorage.getItem(arrivalKey()) ?? 'null') as Arrival | undefined
  } catch {
    return undefined // storage is blocked, or something else wrote it
  }
}

/** The planes of this browser, as all of its tabs see them. */
export const usePlanes = create<PlanesState>()(() => ({
  planes: kept(),
  managing: false,
  arrival: keptArrival() ?? undefined,
}))

if ('addEventListener' in globalThis)
  addEventListener('storage', ({ key }) => {
    if (key === null || key === PLANES_KEY) refreshPlanes()
  })

export const refreshPlanes = (): void => usePlanes.setState({ planes: kept() })
export const managePlanes = (managing: boolean): void => usePlanes.setState({ managing })

/** The plane that this page shows. */
export const planeHere = (planes: readonly Plane[]): Plane =>
  planes.find(({ id }) => id === currentPlane()) ?? {
    ...MAIN_PLANE,
    id: currentPlane(),
    name: currentPlane() || 'Main',
  }

/** Shows a plane in this tab, at a place of the interface. The page is loaded again: nothing of the other plane stays in it. */
export function openPlane(id: string, place = '/explore'): void {
  const address = planeAddress(location.href, id, place)
  const same = planeAddress(location.href, id, '') === planeAddress(location.href, currentPlane(), '')
  location.assign(address)
  if (same) location.reload()
}
