import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../scenarios/propose'
import { NOTHING_RECORDED, type SentRequest } from '../../../scenarios/record'
import type { Scenario, Step } from '../../../scenarios/scenario'
import type { Check } from '../../../scenarios/check'
import type { ClockState } from '../../../server/control'
import type { Making, Recording } from './making'
import { movedBy, withAdvance, withMissed, withRecording, withRequest } from './recording'

const STEP: Step = { title: 'One', text: 'Do it.', check: [], solution: [] }
const RECORDING: Recording = { step: 0, turn: false, recorded: NOTHING_RECORDED, before: [] }
const making = (recording?: Partial<Recording>, scenario: Partial<Scenario> = {}): Making => ({
  scenario: { format: 1, title: 'A lesson', summary: '', ...scenario },
  offers: [],
  at: 2,
  ...(recording && { recording: { ...RECORDING, ...recording } }),
})
const sent = (method: string, path = '/api/v1/pods'): SentRequest => ({
  method,
  path,
  contentType: '',
  body: '',
  status: 200,
})
const linesOf = ({ recording }: Making) => recording?.recorded.lines

describe('a request', () => {
  it('is recorded, and repeated reads only once', () => {
    const after = [sent('DELETE'), sent('GET'), sent('GET'), sent('DELETE')].reduce(withRequest, making({}))
    expect(linesOf(after)?.map((line) => 'send' in line && line.send)).toEqual([
      'DELETE /api/v1/pods',
      'GET /api/v1/pods',
      'DELETE /api/v1/pods',
    ])
    expect(after.at).toBe(2)
  })

  it.each([
    ['DELETE', undefined],
    ['GET', 2],
  ])('%s without recording keeps the plane at step %s', (method, at) => {
    const after = withRequest(making(), sent(method))
    expect([after.at, after.recording]).toEqual([at, undefined])
  })

  it('that could not be read is counted while something is recorded', () => {
    expect(withMissed(withMissed(making({}))).recording?.missed).toBe(2)
    expect(withMissed(making())).toEqual(making())
  })
})

const held = (now: number): ClockState => ({ mode: 'held', now, aheadMs: 0 })
const running = (aheadMs: number, rate?: number): ClockState => ({
  mode: 'running',
  now: 0,
  aheadMs,
  ...(rate !== undefined && { rate }),
})

describe('the clock', () => {
  it.each<[string, ClockState, ClockState, number]>([
    ['stepped while it is held', held(1_000), held(61_000), 60_000],
    ['set forward while it runs', running(0), running(30_000, 1), 30_000],
    ['fast', running(0, 1), running(30_000, 60), 0],
    ['slow again', running(30_000, 60), running(60_000, 1), 0],
    ['held', running(5), held(1_000), 0],
  ])('%s', (_what, before, now, moved) => expect(movedBy(before, now)).toBe(moved))

  it('is recorded as one wait', () => {
    expect(linesOf(withAdvance(withAdvance(making({}), 30_000), 60_000))).toEqual([{ advance: '90s' }])
    expect(withAdvance(making(), 30_000)).toEqual(making())
  })
})

const CHECK: Check = { passed: '60s' }
const OTHER: Check = { ask: 'GET /api/v1/nodes' }
const FOUND: Proposal[] = [
  { check: CHECK, on: true },
  { check: OTHER, on: false },
]
const LINES = [{ advance: '60s' }]
const record = (before: Making, found = FOUND, page?: string): Making =>
  withRecording(before, before.recording ?? RECORDING, found, page)
const recorded = { ...NOTHING_RECORDED, lines: LINES }

describe('what was recorded', () => {
  it('becomes a new step with the checks that are on; the plane is behind it', () => {
    const after = record(making({ recorded }))
    expect(after.scenario.steps).toEqual([
      expect.objectContaining({ title: 'Step 1', check: [CHECK], solution: LINES }),
    ])
    expect([after.at, after.offers, after.recording]).toEqual([1, [[CHECK, OTHER]], undefined])
  })

  it('replaces solution and checks of an existing step, and keeps its texts', () => {
    const steps = [STEP, { ...STEP, title: 'Two', hints: [{ text: 'Look.' }] }]
    const after = record(making({ step: 1, recorded }, { steps }))
    expect(after.scenario.steps).toEqual([STEP, { ...steps[1], check: [CHECK], solution: LINES }])
    expect(after.at).toBe(2)
  })

  it('becomes a wrong turn of its step, which the checks know', () => {
    const wrong = [{ text: 'No.', when: [OTHER], play: [] }]
    const after = record(making({ turn: true, recorded }, { steps: [{ ...STEP, wrong }] }))
    expect(after.scenario.steps?.[0]).toEqual({
      ...STEP,
      wrong: [...wrong, { text: 'That is not what the step asks for.', when: [CHECK], play: LINES }],
    })
    expect([after.at, after.offers]).toEqual([undefined, []])
  })

  it.each<[string, Partial<Recording>, Partial<Scenario>, string | undefined]>([
    ['the first step', {}, {}, '/explore'],
    ['the first step of a lesson with a page', {}, { page: '/access' }, '/access'],
    ['a later step', { step: 1 }, { steps: [STEP] }, undefined],
  ])('opens the lesson on the page of %s', (_what, recording, scenario, page) =>
    expect(record(making(recording, scenario), FOUND, '/explore').scenario.page).toBe(page),
  )

  it('brings its people; those that the lesson describes stay as they are', () => {
    const people = { ann: { groups: ['shirts'] }, bob: {} }
    const after = record(making({ recorded: { ...recorded, people } }, { people: { ann: { about: 'Changes it.' } } }))
    expect(after.scenario.people).toEqual({ ann: { about: 'Changes it.' }, bob: {} })
    expect('people' in record(making({ recorded })).scenario).toBe(false)
  })
})
