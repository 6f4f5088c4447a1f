import { useCallback, useEffect } from 'react'
import { parseJson } from '../../machinery/json-text'
import { gatherObjects } from '../../scenarios/gather-objects'
import { madeByPerson } from '../../scenarios/made-by-person'
import type { FoundObject } from '../../scenarios/present-state'
import { type Proposal, proposeChecks } from '../../scenarios/propose'
import { playUpTo } from '../../scenarios/prove'
import { NOTHING_RECORDED, recordAdvance, recordRequest, type SentRequest } from '../../scenarios/record'
import type { Scenario, Step } from '../../scenarios/scenario'
import type { ClockState, ControlEvents } from '../../server/control'
import { type Session, usePageStatus, useSession } from '../state/connection'
import { ADMIN, type Identity } from '../state/identity'
import { LessonLog } from '../state/lesson/lesson-log'
import { changeMaking, type Making, type Recording, useMaking } from '../state/lesson/making'
import { createPageWorld } from '../state/lesson/page-world'
import { pageOfRecording } from '../state/page-place'
import { sentOutside } from '../state/lesson/sent-outside'
import { onSent, type Sent } from '../state/sent'
import { PAGE_CLOCK } from '../state/clock'
import { untilOwner } from '../state/until-owner'
import { useMakeStart } from './lesson-player'

const peoplesObjects = async (session: Session): Promise<FoundObject[]> =>
  (await gatherObjects(session.clientAs(ADMIN, 'background'))).filter(({ object }) => madeByPerson(object))

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const whoOf = ({ id, name, groups }: Identity) => (id === ADMIN.id ? {} : { who: { name, groups } })

async function answerOf(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text())
  } catch {
    return undefined // no JSON: nothing in it that later requests refer to
  }
}

/** Notes a request of the person's: what it changed or was refused; what was only read is no part of a solution. */
async function noteSent({ request, response, identity }: Sent): Promise<void> {
  if (READS.has(request.method) && response.status !== 403) return
  const { pathname, search } = new URL(request.url)
  noteRequest({
    method: request.method,
    path: pathname + search,
    contentType: request.headers.get('content-type') ?? '',
    body: await request.text(),
    status: response.status,
    answer: await answerOf(response),
    ...whoOf(identity),
  })
}

function noteRequest(sent: SentRequest): void {
  const reads = READS.has(sent.method)
  changeMaking((making) => {
    const { recording, at: _, ...rest } = making
    if (!recording) return reads ? making : rest
    const repeated =
      reads && recording.recorded.lines.some((line) => 'send' in line && line.send === `GET ${sent.path}`)
    return repeated
      ? making
      : { ...making, recording: { ...recording, recorded: recordRequest(recording.recorded, sent) } }
  })
}

/** How far a person has moved the clock between two of its states, in milliseconds. */
const movedBy = (before: ClockState, now: ClockState): number =>
  before.mode === 'held' && now.mode === 'held'
    ? now.now - before.now
    : now.mode === 'running' && before.mode === 'running' && (now.rate ?? 1) === 1 && (before.rate ?? 1) === 1
      ? now.aheadMs - before.aheadMs
      : 0

/** Notes what a program outside the page sent. */
function noteOutside(one: ControlEvents['outside']): void {
  const sent = sentOutside(one)
  if (sent === 'unreadable') changeMaking(withMissed)
  else if (sent) noteRequest(sent)
}

const withMissed = (making: Making): Making =>
  making.recording
    ? { ...making, recording: { ...making.recording, missed: (making.recording.missed ?? 0) + 1 } }
    : making

/** Has the control plane tell what programs outside the page send, for as long as something is recorded. */
function useOutsideTold(session: Session): void {
  const recording = useMaking(({ making }) => making?.recording !== undefined)
  const { role } = usePageStatus()
  const running = role === 'owner' || role === 'guest'
  useEffect(() => {
    if (!running || !recording) return
    const tell = (outside: boolean): void =>
      void untilOwner(() => session.control('observe', { outside }), PAGE_CLOCK).catch((error: unknown) =>
        console.warn('What programs outside send is not recorded:', error),
      )
    tell(true)
    return () => tell(false)
  }, [running, role, recording, session])
}

/** Listens to what the person does for as long as a lesson is being made. */
export function useRecorder(): void {
  const session = useSession()
  useOutsideTold(session)
  useEffect(() => {
    // One after another, in the order in which they were answered.
    let noting = Promise.resolve()
    const stopSent = onSent((sent) => {
      noting = noting.then(() => noteSent(sent)).catch((error: unknown) => console.warn('Not recorded:', error))
    })
    const stopOutside = session.on('outside', (one) => {
      noting = noting.then(() => noteOutside(one))
    })
    let last: ClockState | undefined
    const stopClock = session.on('clock', (state) => {
      const moved = last ? movedBy(last, state) : 0
      last = state
      changeMaking((making) =>
        making.recording
          ? { ...making, recording: { ...making.recording, recorded: recordAdvance(making.recording.recorded, moved) } }
          : making,
      )
    })
    session.control('clock', { action: 'read' }).then(
      (state) => (last ??= state),
      () => undefined, // the first event tells it
    )
    return () => {
      stopSent()
      stopOutside()
      stopClock()
    }
  }, [session])
}

const recordedStep = (
  step: Step | undefined,
  number: number,
  { recorded }: Recording,
  found: readonly Proposal[],
): Step => ({
  title: `Step ${number}`,
  text: 'Say here what is to be done, and why it is worth knowing.',
  ...step,
  check: found.filter(({ on }) => on).map(({ check }) => check),
  solution: recorded.lines,
})

/**
 * The lesson with what was recorded: a step's solution and checks, or a wrong turn that the checks know. A lesson without a page gets
 * the one where its first step was recorded.
 */
export function withRecording(
  making: Making,
  recording: Recording,
  found: readonly Proposal[],
  recordedAt?: string,
): Making {
  const { recording: _, at: _at, ...rest } = making
  const steps = [...(making.scenario.steps ?? [])]
  const { step: i, turn, recorded } = recording
  const old = steps[i]
  const checks = found.filter(({ on }) => on).map(({ check }) => check)
  if (turn && old) {
    const wrong = { text: 'That is not what the step asks for.', when: checks, play: recorded.lines }
    steps[i] = { ...old, wrong: [...(old.wrong ?? []), wrong] }
  } else steps[i] = recordedStep(old, i + 1, recording, found)
  const people = { ...recorded.people, ...making.scenario.people }
  const page = making.scenario.page ?? (i === 0 ? recordedAt : undefined)
  const offers = turn ? making.offers : Object.assign([...making.offers], { [i]: found.map(({ check }) => check) })
  return {
    ...rest,
    scenario: {
      ...making.scenario,
      ...(page !== undefined && { page }),
      steps,
      ...(Object.keys(people).length > 0 && { people }),
    },
    offers,
    ...(!turn && { at: i + 1 }),
  }
}

export interface Maker {
  /** Takes the plane to the state before a step and records from there. */
  readonly record: (step: number, turn: boolean) => Promise<void>
  /** Ends the recording: what has changed becomes checks. */
  readonly finish: () => Promise<void>
  readonly discard: () => void
}

/** Records the steps of the lesson that is being made in this plane. */
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
