import { arrivalKey } from '../../links/arrival'
import { ARRIVED } from '../../links/shown-first'
import { currentPlane } from '../../links/plane-key'
import { addPlane, changePlane } from '../../links/plane-list'
import type { Plane } from '../../links/planes'
import { PAGE_CLOCK } from './clock'
import { useLesson } from './lesson/lesson-state'
import { type Arrival, type ArrivalOf, refreshPlanes, usePlanes } from './planes'

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
export function announce(id: string, of: ArrivalOf): void {
  localStorage.setItem(arrivalKey(id), JSON.stringify({ ...of, from: planeBefore() } satisfies Arrival))
}

/** Marks the start state as complete. */
export function arrived(): void {
  localStorage.removeItem(arrivalKey())
  usePlanes.setState({ arrival: undefined })
  dispatchEvent(new Event(ARRIVED))
}

export function renamePlane(id: string, name: string): void {
  changePlane(localStorage, id, { name })
  refreshPlanes()
}
