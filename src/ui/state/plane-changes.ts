import { arrivalKey } from '../../links/arrival'
import { currentPlane } from '../../links/plane-key'
import { addPlane, changePlane } from '../../links/plane-list'
import type { Plane } from '../../links/planes'
import { PAGE_CLOCK } from './clock'
import { useLesson } from './lesson/lesson-state'
import { type Arrival, type ArrivalOf, refreshPlanes, usePlanes } from './planes'

/** Makes a plane; with `of` it gets its content when it is first opened. Throws when the browser has no room for one more. */
export function makePlane(plane: Pick<Plane, 'name' | 'origin' | 'lesson'>, of?: ArrivalOf): Plane {
  const made = addPlane(localStorage, { ...plane, madeAt: PAGE_CLOCK.now() })
  if (of) announce(made.id, of)
  refreshPlanes()
  return made
}

/** Where one goes back to: from a lesson's plane, to the one that the lesson was opened from. */
const planeBefore = (): string => useLesson.getState().open?.from ?? currentPlane()

/** Has a plane's content made from the start when it is opened next: what it holds goes. */
export function announce(id: string, of: ArrivalOf): void {
  localStorage.setItem(arrivalKey(id), JSON.stringify({ ...of, from: planeBefore() } satisfies Arrival))
}

/** The start state is there. */
export function arrived(): void {
  localStorage.removeItem(arrivalKey())
  usePlanes.setState({ arrival: undefined })
}

export function renamePlane(id: string, name: string): void {
  changePlane(localStorage, id, { name })
  refreshPlanes()
}
