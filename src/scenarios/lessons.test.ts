import { afterEach, describe, expect, it } from 'vitest'
import { openScenario, type RunningScenario } from '../testing/scenario-world'
import { allHold, changesNothing } from './checks'
import { COURSES } from './courses'
import { lessons } from './lessons'
import { progressOf } from './progress'
import type { Check, Scenario, Step } from './scenario'
import { playScript } from './script'

const open: RunningScenario[] = []
const opened = async (scenario: Scenario): Promise<RunningScenario> => {
  const world = await openScenario(scenario)
  open.push(world)
  return world
}
afterEach(async () => {
  for (const world of open.splice(0)) await world.stop()
})

/** Whether the checks come to hold once what goes on by itself has had its turns. */
async function comeToHold(world: RunningScenario, checks: readonly Check[]): Promise<boolean> {
  for (let turn = 0; turn < 100; turn++) {
    if (await allHold(world, checks)) return true
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return false
}

/** A world in which the steps before `step` are done. */
async function worldAt(
  scenario: Scenario,
  steps: readonly Step[],
  step: number,
): Promise<[RunningScenario, Map<string, string>]> {
  const world = await opened(scenario)
  const kept = new Map<string, string>()
  for (const { solution, check } of steps.slice(0, step)) {
    await playScript(world, solution, undefined, kept)
    await comeToHold(world, check)
  }
  return [world, kept]
}

const asks = (checks: readonly Check[]): string[] =>
  checks.flatMap((check) => ('ask' in check ? [check.ask] : 'any' in check ? asks(check.any) : []))

describe.each(lessons().map((lesson) => [lesson.id, lesson.scenario] as const))('the lesson %s', (id, scenario) => {
  const steps = scenario.steps ?? []

  it('starts undone, and its solution does it step by step', async () => {
    expect(steps.length).toBeGreaterThan(0)
    const world = await opened(scenario)
    const kept = new Map<string, string>()
    for (const [i, step] of steps.entries()) {
      expect(await allHold(world, step.check), `step ${i + 1} before its solution`).toBe(false)
      await playScript(world, step.solution, undefined, kept)
      expect(await comeToHold(world, step.check), `step ${i + 1} after its solution`).toBe(true)
    }
    expect((await progressOf(scenario, world, steps.length)).current).toBe(steps.length)
  })

  const turns = steps.flatMap((step, i) => (step.wrong ?? []).map((turn) => [i, step, turn] as const))
  it.each(turns)('knows a wrong turn of step %i', async (i, step, turn) => {
    const [world, kept] = await worldAt(scenario, steps, i)
    await playScript(world, turn.play, undefined, kept)
    expect(await comeToHold(world, turn.when)).toBe(true)
    expect(await allHold(world, step.check)).toBe(false)
    expect((await progressOf(scenario, world, i)).wrong?.text).toBe(turn.text)
  })

  it('is the same on every run', async () => {
    const [first] = await worldAt(scenario, steps, steps.length)
    const [second] = await worldAt(scenario, steps, steps.length)
    expect(second.stored()).toEqual(first.stored())
  })

  it('asks nothing that changes the cluster, helps, and belongs to a course', () => {
    for (const { check, hints, wrong } of steps) {
      const all = [check, ...(hints ?? []).map(({ when = [] }) => when), ...(wrong ?? []).map(({ when }) => when)]
      expect(asks(all.flat()).filter((ask) => !changesNothing({ ask }))).toEqual([])
    }
    expect(steps.some(({ hints = [] }) => hints.length > 0)).toBe(true)
    expect(COURSES.filter(({ lessons: ids }) => ids.includes(id))).toHaveLength(1)
    const order = COURSES.flatMap(({ lessons: ids }) => ids)
    expect((scenario.requires ?? []).filter((one) => !order.slice(0, order.indexOf(id)).includes(one))).toEqual([])
    expect(scenario.course).toBe(COURSES.find(({ lessons: ids }) => ids.includes(id))?.id)
  })
})
