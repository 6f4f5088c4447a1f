import { letProgramsReach } from '../../../../links/programs'
import { writeJson } from '../../../../machinery/json-text'
import { flagsOf } from '../../../../scenarios/open'
import type { Scenario } from '../../../../scenarios/scenario'
import { keepMaking } from '../../../state/lesson/making'
import { makePlane } from '../../../state/plane-changes'

/** The start state of a plane for a lesson: without page, note and steps. The lesson's summary may not be written yet. */
function startOf({ page: _, note: _note, steps: _steps, summary, ...start }: Scenario): Scenario {
  return { ...start, summary: summary || 'The start of a lesson.' }
}

/**
 * Makes the plane for making a lesson, with its start state; returns its id. Its webhooks run with `runsCode`. @throws when the browser has
 * no room
 */
export function beginLesson(scenario: Scenario, runsCode: boolean): string {
  const plane = makePlane(
    { name: scenario.title, origin: 'person' },
    { scenario: writeJson(startOf(scenario)), flags: flagsOf(scenario), runsCode },
  )
  if (!keepMaking({ scenario, offers: [], at: 0, runsCode }, plane.id))
    throw new Error('the browser has no space for the lesson')
  // So that requests from programs outside the page can be recorded too.
  letProgramsReach(localStorage, plane.id)
  return plane.id
}
