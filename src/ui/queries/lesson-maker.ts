import { useCallback } from 'react'
import { gatherObjects } from '../../scenarios/gather-objects'
import { madeByPerson } from '../../scenarios/made-by-person'
import type { FoundObject } from '../../scenarios/present-state'
import { proposeChecks } from '../../scenarios/propose'
import { playUpTo } from '../../scenarios/prove'
import { NOTHING_RECORDED } from '../../scenarios/record'
import type { Scenario } from '../../scenarios/scenario'
import { type Session, useSession } from '../state/connection'
import { ADMIN } from '../state/identity'
import { LessonLog } from '../state/lesson/lesson-log'
import { changeMaking, useMaking } from '../state/lesson/making'
import { createPageWorld } from '../state/lesson/page-world'
import { withRecording } from '../state/lesson/recording'
import { pageOfRecording } from '../state/page-place'
import { useMakeStart } from './lesson-player'

const peoplesObjects = async (session: Session): Promise<FoundObject[]> =>
  (await gatherObjects(session.clientAs(ADMIN, 'background'))).filter(({ object }) => madeByPerson(object))

/** Controls for recording a lesson. */
export interface Maker {
  /** Brings the plane to the state before a step and starts recording there. */
  readonly record: (step: number, turn: boolean) => Promise<void>
  /** Ends the recording and turns the changes into checks. */
  readonly finish: () => Promise<void>
  readonly discard: () => void
}

/** Records the steps of the lesson under construction in this plane. */
export function useMaker(): Maker {
  const session = useSession()
  const makeStart = useMakeStart()
  const goTo = useCallback(
    async (scenario: Scenario, step: number) => {
      await makeStart(scenario, undefined, useMaking.getState().making?.runsCode)
      const { now } = await session.control('clock', { action: 'read' })
      const log = new LessonLog(localStorage)
      const world = createPageWorld(session, scenario, { log, openedAt: now, now: () => now }, 'background')
      await playUpTo(world, scenario, step)
      changeMaking((making) => ({ ...making, at: step }))
    },
    [makeStart, session],
  )
  const record = useCallback(
    async (step: number, turn: boolean) => {
      const { making } = useMaking.getState()
      if (!making) return
      if (making.at !== step) await goTo(making.scenario, step)
      const before = await peoplesObjects(session)
      changeMaking((now) => ({ ...now, recording: { step, turn, recorded: NOTHING_RECORDED, before } }))
    },
    [goTo, session],
  )
  const finish = useCallback(async () => {
    const after = await peoplesObjects(session)
    changeMaking((making) => {
      const { recording } = making
      if (!recording) return making
      const found = proposeChecks(recording.before, after, recording.recorded.lines)
      return withRecording(making, recording, found, pageOfRecording(location.hash.slice(1)))
    })
  }, [session])
  const discard = useCallback(() => changeMaking(({ recording: _, at: _at, ...rest }) => rest), [])
  return { record, finish, discard }
}
