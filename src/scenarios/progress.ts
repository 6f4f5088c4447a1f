import { allHold } from './checks'
import type { Hint, Scenario, Step, WrongTurn } from './scenario'
import type { ScenarioWorld } from './world'

/** The progress of a lesson. */
export interface ScenarioProgress {
  /** Which steps hold now. A completed step that no longer holds was undone. */
  readonly done: readonly boolean[]
  /** Index of the first step that does not hold; the number of steps if all do. */
  readonly current: number
  /** The detected wrong turn of an open step. */
  readonly wrong?: WrongTurn
  /** The hints of open steps whose conditions hold. */
  readonly hints: readonly Hint[]
}

/**
 * Evaluates every step. `reached` is the furthest step opened so far: working on it may undo an earlier step, while its
 * own wrong turns and hints remain the relevant ones.
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
