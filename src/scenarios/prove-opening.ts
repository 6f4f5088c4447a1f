import { progressOf } from './progress'
import { type ProofVerdict, verdict } from './proof-verdict'
import type { Scenario } from './scenario'
import type { ScenarioWorld } from './world'

const quoted = (text: string): string => `"${text.trim().split('\n')[0] ?? ''}"`

/**
 * Proves the state when a step opens, before any action: the step and all later ones do not hold, and no hint or wrong turn is
 * triggered, since it would be shown to somebody who has only read the text.
 */
export async function openingProof(
  world: ScenarioWorld,
  scenario: Pick<Scenario, 'steps'>,
  step: number,
): Promise<ProofVerdict[]> {
  const { done, wrong, hints } = await progressOf(scenario, world, step)
  const early = done.findIndex((one, i) => one && i > step) + 1
  const name = `step ${step + 1}`
  const told = hints.map(({ text }) => quoted(text)).join(', ')
  return [
    verdict(
      `Step ${step + 1} is open before its solution`,
      !done[step],
      'Its checks hold already: nothing is left to do.',
    ),
    verdict(`No later step is done before ${name}`, early === 0, `The checks of step ${early} hold already.`),
    verdict(
      `No wrong turn is reported before ${name}`,
      !wrong,
      `Nothing was done yet, but the learner reads ${quoted(wrong?.text ?? '')}.`,
    ),
    verdict(
      `No hint appears before ${name}`,
      hints.length === 0,
      `Nothing was done yet, but the learner reads ${told}.`,
    ),
  ]
}
