import { messageOf } from '../machinery/message-of'
import { allHold } from './checks'
import { progressOf } from './progress'
import { openingProof } from './prove-opening'
import { type ProofVerdict, verdict } from './proof-verdict'
import type { Scenario } from './scenario'
import type { Check } from './check'
import { playScript } from './script'
import type { ScenarioWorld } from './world'

/** A scenario opened in its own control plane, with a paused clock and the same random numbers in every run. */
export interface ProofWorld extends ScenarioWorld {
  /** All stored data as JSON, by key. */
  stored(): ReadonlyMap<string, string>
  stop(): Promise<void>
}

/** Starts a control plane in which a lesson is proved: its script is run to the end. */
export type OpenProof = (scenario: Scenario) => Promise<ProofWorld>

/** A unit of the proof, run in its own control planes. */
export type ProofPart =
  | { readonly kind: 'solution' }
  | { readonly kind: 'turn'; readonly step: number; readonly turn: number }
  | { readonly kind: 'replay' }

/** The parts of a lesson's proof, in order. */
export const proofParts = ({ steps = [] }: Scenario): ProofPart[] => [
  { kind: 'solution' },
  ...steps.flatMap(({ wrong = [] }, step) => wrong.map((_, turn): ProofPart => ({ kind: 'turn', step, turn }))),
  { kind: 'replay' },
]

const MOST_TURNS = 50
/** Whether the checks hold after automatic activity has settled. */
export async function comeToHold(world: ScenarioWorld, checks: readonly Check[]): Promise<boolean> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    if (await allHold(world, checks)) return true
    await world.settle()
  }
  return false
}

/** Plays the solutions of the steps before `step`; resolves to their kept values. */
export async function playUpTo(world: ScenarioWorld, scenario: Scenario, step: number): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  for (const { solution, check } of (scenario.steps ?? []).slice(0, step)) {
    await playScript(world, solution, undefined, kept)
    await comeToHold(world, check)
  }
  return kept
}

async function solutionProof(world: ProofWorld, scenario: Scenario): Promise<ProofVerdict[]> {
  const steps = scenario.steps ?? []
  const verdicts = [verdict('The lesson has steps', steps.length > 0, 'It has none.')]
  const kept = new Map<string, string>()
  for (const [i, step] of steps.entries()) {
    verdicts.push(...(await openingProof(world, scenario, i)))
    await playScript(world, step.solution, undefined, kept)
    const after = await comeToHold(world, step.check)
    verdicts.push(verdict(`The solution does step ${i + 1}`, after, 'Its checks do not hold after its solution.'))
  }
  const { current } = await progressOf(scenario, world, steps.length)
  const undone = `Step ${current + 1} is undone by a later one. If that is intended, set lasts: false on the step.`
  verdicts.push(verdict('All steps are done at the end', current === steps.length, undone))
  return verdicts
}

async function turnProof(
  world: ProofWorld,
  scenario: Scenario,
  part: Extract<ProofPart, { kind: 'turn' }>,
): Promise<ProofVerdict[]> {
  const step = scenario.steps?.[part.step]
  const turn = step?.wrong?.[part.turn]
  if (!step || !turn) return []
  const name = `Wrong turn ${part.turn + 1} of step ${part.step + 1}`
  const kept = await playUpTo(world, scenario, part.step)
  await playScript(world, turn.play, undefined, kept)
  const known = await comeToHold(world, turn.when)
  const done = await allHold(world, step.check)
  const { wrong } = await progressOf(scenario, world, part.step)
  return [
    verdict(`${name} is recognised`, known, 'Its checks do not hold after its requests.'),
    verdict(`${name} does not do the step`, !done, 'The step counts as done.'),
    verdict(`${name} is answered with its own text`, wrong?.text === turn.text, 'Another text is shown, or none.'),
  ]
}

/** The first key that differs between two stores; undefined if they are equal. */
function difference(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string | undefined {
  for (const key of new Set([...one.keys(), ...other.keys()])) if (one.get(key) !== other.get(key)) return key
  return undefined
}

async function replayProof(open: (scenario: Scenario) => Promise<ProofWorld>, scenario: Scenario) {
  const steps = (scenario.steps ?? []).length
  const stores: ReadonlyMap<string, string>[] = []
  for (let run = 0; run < 2; run++) {
    const world = await open(scenario)
    await playUpTo(world, scenario, steps)
    stores.push(world.stored())
  }
  const [one = new Map<string, string>(), other = new Map<string, string>()] = stores
  const differs = difference(one, other)
  return [verdict('Two runs leave the same objects', differs === undefined, `They differ at ${differs}.`)]
}

/** Proves a part of a lesson. A refused request counts as a failed verdict. */
export async function prove(open: OpenProof, scenario: Scenario, part: ProofPart): Promise<readonly ProofVerdict[]> {
  const worlds: ProofWorld[] = []
  const opened = async (one: Scenario): Promise<ProofWorld> => {
    const world = await open(one)
    worlds.push(world)
    return world
  }
  try {
    if (part.kind === 'replay') return await replayProof(opened, scenario)
    const world = await opened(scenario)
    return part.kind === 'solution' ? await solutionProof(world, scenario) : await turnProof(world, scenario, part)
  } catch (error) {
    return [verdict('Every request is answered as the lesson says', false, messageOf(error))]
  } finally {
    for (const world of worlds) await world.stop()
  }
}
