import type { Sandbox } from './outside/sandbox/sandbox'
import { splitPageFlags } from './page-flags'
import type { ProofVerdict } from './scenarios/proof-verdict'
import type { Scenario } from './scenarios/scenario'
import type { StartObject } from './scenarios/start-objects'
import type { ControlCalls } from './server/control'

/** Proves one part of a lesson, in control planes that share nothing with the served one. */
export async function proveLesson(
  { scenario, part }: ControlCalls['prove']['args'],
  sandbox: Sandbox,
): Promise<readonly ProofVerdict[]> {
  const { proofParts, prove } = await import('./scenarios/prove')
  const { openScenario } = await import('./scenario-world')
  const lesson = scenario as unknown as Scenario
  const wanted = proofParts(lesson)[part]
  return wanted ? prove((one) => openScenario(one, sandbox), lesson, wanted) : []
}

/** The objects that a control plane with these flags starts with, read from a temporary one. */
export async function startObjects({ argv }: ControlCalls['start-objects']['args']): Promise<readonly StartObject[]> {
  const { gatherObjects } = await import('./scenarios/gather-objects')
  const { startObjectsOf } = await import('./scenarios/start-objects')
  const { openScenario } = await import('./scenario-world')
  const { argv: flags } = splitPageFlags(argv)
  const world = await openScenario({ format: 1, title: 'A start', summary: 'Nothing else.', flags })
  try {
    return startObjectsOf(await gatherObjects(world.as(undefined)))
  } finally {
    await world.stop()
  }
}
