import { create } from 'zustand'
import { arrivalKey } from '../../links/arrival'
import { currentPlane } from '../../links/plane-key'
import { MAIN_PLANE, type Plane, planeAddress, PLANES_KEY, readPlanes } from '../../links/planes'

/** The content to create in a plane when it is first opened: a lesson or a scenario. */
export interface ArrivalOf {
  /** Id of a lesson. */
  readonly lesson?: string
  /** A scenario as JSON text. */
  readonly scenario?: string
  /** True if the user has seen the scenario's code and agreed that it runs in the sandbox. */
  readonly runsCode?: boolean
  /** Flags of the scenario, used from the plane's first start. */
  readonly flags?: readonly string[]
}

/** A start state that is to be created in a plane. */
export interface Arrival extends ArrivalOf {
  /** The plane that the user came from. */
  readonly from: string
}

interface PlanesState {
  readonly planes: readonly Plane[]
  /** True while the dialog for making, renaming and deleting planes is open. */
  readonly managing: boolean
  /** The start state that this page's plane is waiting for. */
  readonly arrival: Arrival | undefined
}

const kept = (): readonly Plane[] => readPlanes({ getItem: (key) => localStorage.getItem(key) })

function keptArrival(): Arrival | undefined {
  try {
    return (JSON.parse(localStorage.getItem(arrivalKey()) ?? 'null') as Arrival | null) ?? undefined
  } catch {
    return undefined // storage is blocked, or another program wrote it
  }
}

/** This browser's planes, shared by all tabs. */
export const usePlanes = create<PlanesState>()(() => ({
  planes: kept(),
  managing: false,
  arrival: keptArrival(),
}))

if ('addEventListener' in globalThis)
  addEventListener('storage', ({ key }) => {
    if (key === null || key === PLANES_KEY) refreshPlanes()
  })

/** Reads again how this tab arrived at its plane. */
export const refreshArrival = (): void => usePlanes.setState({ arrival: keptArrival() })
/** Reads the list of planes again, for example after another tab changed it. */
export const refreshPlanes = (): void => usePlanes.setState({ planes: kept() })
/** Opens or closes the dialog that manages planes. */
export const managePlanes = (managing: boolean): void => usePlanes.setState({ managing })

/** The plane that this page shows. */
export const planeHere = (planes: readonly Plane[]): Plane =>
  planes.find(({ id }) => id === currentPlane()) ?? {
    ...MAIN_PLANE,
    id: currentPlane(),
    name: currentPlane() || 'Main',
  }

/** Shows a plane in this tab at a place of the interface. Reloads the page, so that no state of the old plane remains. */
export function openPlane(id: string, place = '/explore'): void {
  const address = planeAddress(location.href, id, place)
  const same = planeAddress(location.href, id, '') === planeAddress(location.href, currentPlane(), '')
  location.assign(address)
  if (same) location.reload()
}
