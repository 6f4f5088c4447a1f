import { Button, Group, Loader } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { entryOf } from '../../../scenarios/catalogue'
import { Dialog } from '../Dialog'
import { readScenario, ScenarioError } from '../../../scenarios/read'
import type { Scenario } from '../../../scenarios/scenario'
import { keepOwnLesson, lessonOf, OWN_LESSON, useMakeStart } from '../../queries/lesson-player'
import { useGoToPage } from '../../state/page-place'
import { deletePlane } from '../../state/plane-removal'
import { arrived } from '../../state/plane-changes'
import { type Arrival, usePlanes } from '../../state/planes'
import { useAction } from '../../state/use-action'
import { currentPlane } from '../../../links/plane-key'
import { ErrorMessage } from '../States'

async function scenarioOf({ lesson, scenario }: Arrival): Promise<Scenario> {
  const known = lesson === undefined ? undefined : await lessonOf(lesson)
  if (known) return known.scenario
  if (scenario === undefined) throw new ScenarioError([{ path: '', message: 'there is no such lesson' }])
  return readScenario(scenario)
}

const titleOf = ({ lesson, scenario }: Arrival): string => {
  try {
    return (lesson === undefined ? readScenario(scenario ?? '') : entryOf(lesson))?.title ?? 'the start state'
  } catch {
    return 'the start state' // the error is shown when the state is created
  }
}

/** What opens beside the page: a lesson, or the state's note. */
function beside({ lesson, scenario: source, from }: Arrival, { steps, note }: Scenario) {
  if (lesson !== undefined) return { id: lesson, from }
  if (source === undefined || (!steps?.length && note === undefined)) return undefined
  keepOwnLesson(source)
  return { id: OWN_LESSON, from }
}

/** Creates the start state that this plane waits for, showing progress. */
export function Arriving() {
  const arrival = usePlanes((state) => state.arrival)
  const makeStart = useMakeStart()
  const goToPage = useGoToPage()
  const { act, busy, error } = useAction()
  const begun = useRef(false)
  const run = useCallback(async () => {
    if (!arrival) return
    const done = await act(async () => {
      const scenario = await scenarioOf(arrival)
      await makeStart(scenario, beside(arrival, scenario), arrival.runsCode)
      goToPage(scenario.page)
    })
    if (!done) return
    arrived()
    // Once the dialog is gone, the lesson that it has opened gets the focus.
    setTimeout(() => document.getElementById('lesson-panel')?.focus({ preventScroll: true }))
  }, [act, arrival, goToPage, makeStart])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void run()
  }, [run])
  const title = useMemo(() => arrival && titleOf(arrival), [arrival])
  if (!arrival) return null
  return (
    <Dialog onClose={() => undefined} withCloseButton={false} title={`Opening "${title}"`}>
      {busy && (
        <div className="o-row" role="status">
          <Loader size="sm" /> Creating the start state of this plane…
        </div>
      )}
      {error !== undefined && (
        <>
          <ErrorMessage error={error}>The start state is incomplete.</ErrorMessage>
          <Group justify="flex-end" mt="md">
            {currentPlane() !== '' && (
              <Button variant="default" onClick={() => void act(() => deletePlane(currentPlane()))}>
                Delete this plane
              </Button>
            )}
            <Button variant="default" onClick={arrived}>
              Use this plane anyway
            </Button>
            <Button data-autofocus onClick={() => void run()}>
              Try again
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}
