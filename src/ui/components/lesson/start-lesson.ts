import { flagsOf } from '../../../scenarios/open'
import { type Lesson, loadLesson } from '../../../scenarios/lessons'
import { isListed, type Plane } from '../../../links/planes'
import { announce, makePlane } from '../../state/plane-changes'
import { pageAddress } from '../../state/page-place'
import { type ArrivalOf, openPlane, usePlanes } from '../../state/planes'

/** The plane in which a lesson of the catalogue was started; undefined if it was not. */
export const planeOfLesson = (planes: readonly Plane[], id: string): Plane | undefined =>
  planes.find((one) => one.lesson === id && isListed(one))

/**
 * Starts a lesson from its beginning, in a plane of its own or in `plane`, whose content is replaced. @throws when the browser has no room
 * for another plane
 */
export function beginLesson({ id, scenario }: Lesson, plane: Plane | undefined, of: ArrivalOf): void {
  const content = { ...of, flags: flagsOf(scenario) }
  if (plane) announce(plane.id, content)
  const { id: made } = plane ?? makePlane({ name: scenario.title, origin: 'lesson', lesson: id }, content)
  openPlane(made, pageAddress(scenario.page))
}

/**
 * Opens a lesson of the catalogue without asking: continues it if it was started before, so nothing is lost. Reloads the page. Rejects if
 * the lesson does not exist or there is no room for a plane.
 */
export async function startLesson(id: string): Promise<void> {
  const begun = planeOfLesson(usePlanes.getState().planes, id)
  if (begun) return openPlane(begun.id)
  const lesson = await loadLesson(id)
  if (!lesson) throw new Error(`there is no lesson ${id}`)
  beginLesson(lesson, undefined, { lesson: id, runsCode: true })
}
