import { allHold } from './checks'
import type { Hint, Scenario, Step, WrongTurn } from './scenario'
import type { ScenarioWorld } from './world'

/** How a lesson stands. */
export interface ScenarioProgress {
  /** Which steps hold now. A step that was done and does not hold any more has been undone. */
  readonly done: readonly boolean[]
  /** The first step that does not hold; the number of steps when all do. */
  readonly current: number
  /** The wrong turn that was taken, of the steps that are open. */
  readonly wrong?: WrongTurn
  /** The hints of open steps that arise from the state. */
  readonly hints: readonly Hint[]
}

/**
 * Looks at every step. `reached` is the furthest step that has been open so far: what a learner does in it may undo an
 * earlier one, and its wrong turns and hints are still the ones that help.
 */
export async function progressOf(
  scenario: Pick<Scenario, 'steps'>,
  world: ScenarioWorld,
  reached = 0,
): Promise<ScenarioProgress> {
  const steps = scenario.steps ?? []
  const done: boolean[] = []
  for (const step of steps) done.push(await allHold(world, step.check))
  const first = steps.findIndex((step, i) => !done[i] && !(i < reached && step.lasts === false))
  const current = first < 0 ? steps.length : first
  const open = steps.filter((_, i) => !done[i] && i >= current && i <= Math.max(current, reached)).reverse()
  const wrong = await firstHolding(world, open)
  const hints = await arisen(
    world,
    open.flatMap((step) => step.hints ?? []),
  )
  return { done, current, ...(wrong && { wrong }), hints }
}

async function firstHolding(world: ScenarioWorld, open: readonly Step[]): Promise<WrongTurn | undefined> {
  for (const turn of open.flatMap(({ wrong = [] }) => wrong)) if (await allHold(world, turn.when)) return turn
  return undefined
}

async function arisen(world: ScenarioWorld, hints: readonly Hint[]): Promise<readonly Hint[]> {
  const shown: Hint[] = []
  for (const hint of hints) if (hint.when && (await allHold(world, hint.when))) shown.push(hint)
  return shown
}
