import { arrivalKey } from '../../links/arrival'
import { ARRIVED } from '../../links/shown-first'
import { currentPlane } from '../../links/plane-key'
import { addPlane, changePlane } from '../../links/plane-list'
import type { Plane } from '../../links/planes'
import { PAGE_CLOCK } from './clock'
import { useLesson } from './lesson/lesson-state'
import { type Arrival, type ArrivalOf, openPlane, planeHere, refreshArrival, refreshPlanes, usePlanes } from './planes'

/** A plane that waits for its link to be opened. */
interface Unopened {
  readonly id: string
  /** The plane that the user came from. */
  readonly from: string
}

/**
 * Makes a plane; `of` is its content, created when it is first opened. @throws when the browser has no room for another plane
 */
export function makePlane(plane: Pick<Plane, 'name' | 'origin' | 'lesson'>, of?: ArrivalOf): Plane {
  const made = addPlane(localStorage, { ...plane, madeAt: PAGE_CLOCK.now() })
  if (of) announce(made.id, of)
  refreshPlanes()
  return made
}

/** The plane to return to: from a lesson's plane, the one that the lesson was opened from. */
const planeBefore = (): string => useLesson.getState().open?.from ?? currentPlane()

/** Schedules a plane to be rebuilt from a start state when it is next opened; its current content is discarded. */
export function announce(id: string, of: ArrivalOf, from = planeBefore()): void {
  localStorage.setItem(arrivalKey(id), JSON.stringify({ ...of, from } satisfies Arrival))
}

/** The plane of this page if it waits for its link to be opened; undefined for every other plane. */
export function unopenedPlane(): Unopened | undefined {
  const { id, unopened } = planeHere(usePlanes.getState().planes)
  return unopened === undefined ? undefined : { id, from: unopened }
}

/** Creates the content of a link in this page's plane, which was made for it, without loading the page again. */
export function openHere({ id, from }: Unopened, name: string, of: ArrivalOf): void {
  changePlane(localStorage, id, { name, unopened: undefined })
  announce(id, of, from)
  refreshPlanes()
  refreshArrival()
}

/** Makes a plane that waits for its link one of the user's own, with what is in it. */
export function keepUnopened({ id }: Unopened): void {
  changePlane(localStorage, id, { unopened: undefined })
  refreshPlanes()
}

/** Shows a place in the plane that the user came from, and gives up this page's plane. Loads the page again. */
export function leaveUnopened({ id, from }: Unopened, place: string): void {
  changePlane(localStorage, id, { doomed: true })
  openPlane(from, place)
}

/** Marks the start state as complete. */
export function arrived(): void {
  localStorage.removeItem(arrivalKey())
  usePlanes.setState({ arrival: undefined })
  dispatchEvent(new Event(ARRIVED))
}

/** Changes the display name of a plane; its address stays. */
export function renamePlane(id: string, name: string): void {
  changePlane(localStorage, id, { name })
  refreshPlanes()
}
