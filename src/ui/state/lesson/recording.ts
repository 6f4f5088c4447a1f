import type { Proposal } from '../../../scenarios/propose'
import { recordAdvance, recordRequest, type SentRequest } from '../../../scenarios/record'
import type { Step } from '../../../scenarios/scenario'
import type { ClockState } from '../../../server/control'
import type { Making, Recording } from './making'

/** Whether requests with this method change nothing. */
export const readsOnly = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * The lesson after a request. A change made while nothing is recorded leads to a state outside the lesson; identical reads are recorded
 * once.
 */
export function withRequest(making: Making, sent: SentRequest): Making {
  const reads = readsOnly(sent.method)
  const { recording, at: _, ...rest } = making
  if (!recording) return reads ? making : rest
  const repeated = reads && recording.recorded.lines.some((line) => 'send' in line && line.send === `GET ${sent.path}`)
  return repeated
    ? making
    : { ...making, recording: { ...recording, recorded: recordRequest(recording.recorded, sent) } }
}

/** The lesson after a request that could not be read. */
export const withMissed = (making: Making): Making =>
  making.recording
    ? { ...making, recording: { ...making.recording, missed: (making.recording.missed ?? 0) + 1 } }
    : making

/** The lesson after the clock was advanced by so many milliseconds. */
export const withAdvance = (making: Making, ms: number): Making =>
  making.recording
    ? { ...making, recording: { ...making.recording, recorded: recordAdvance(making.recording.recorded, ms) } }
    : making

/** How far the user advanced the clock between two of its states, in milliseconds. */
export const movedBy = (before: ClockState, now: ClockState): number =>
  before.mode === 'held' && now.mode === 'held'
    ? now.now - before.now
    : now.mode === 'running' && before.mode === 'running' && (now.rate ?? 1) === 1 && (before.rate ?? 1) === 1
      ? now.aheadMs - before.aheadMs
      : 0

const recordedStep = (
  step: Step | undefined,
  number: number,
  { recorded }: Recording,
  found: readonly Proposal[],
): Step => ({
  title: `Step ${number}`,
  text: 'Describe what to do, and why it is worth knowing.',
  ...step,
  check: found.filter(({ on }) => on).map(({ check }) => check),
  solution: recorded.lines,
})

/**
 * The lesson with a finished recording: a step's solution and checks, or a wrong turn that the checks detect. A lesson without a page
 * gets the one where its first step was recorded.
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
