import { type Client, isStatus } from '../../../client/client'
import { equal } from '../../../machinery/json'
import type { Control } from '../../../server/control'
import { type Planned, planOf } from './plan'
import { giveBackOwners, restore } from './restore'
import type { Captured, UndoStep } from './step'

/** Something that was written since stands in the way: the person decides. */
export class UndoConflict extends Error {
  override readonly name = 'UndoConflict'
  constructor(readonly plans: readonly Planned[]) {
    super('Something else was written since')
  }
}

export interface Taker {
  /** Sees everything, whoever the person plays. */
  readonly reader: Client
  /** Writes as whoever made the change. */
  readonly writer: Client
  readonly control: Control
}

/** What taking a change back would meet, the last step first. */
export const plansOf = (reader: Client, steps: readonly UndoStep[]): Promise<Planned[]> =>
  Promise.all([...steps].reverse().map((step) => planOf(reader, step)))

const stands = ({ is }: Planned): boolean => is === 'clash' || is === 'blocked'

/**
 * Takes the steps of a change back, the last one first. Rejects with `UndoConflict`, having written nothing, when others wrote
 * since; with `anyway` their values are replaced, and what cannot be taken back is left out. Rejects with the server's refusal.
 */
export async function takeBack(taker: Taker, steps: readonly UndoStep[], anyway = false): Promise<void> {
  const plans = await plansOf(taker.reader, steps)
  // Steps that follow each other on one object meet what the later one leaves behind: only those alone can be judged now.
  if (!anyway && plans.some((plan) => stands(plan) && !isLater(plan, plans))) throw new UndoConflict(plans)
  const captured = plans.flatMap(({ step, is }) =>
    step.did === 'deleted' && is === 'ready' ? withDependents(step) : [],
  )
  if (captured.length) {
    const { failures } = await restore(taker.writer, captured)
    if (failures.length) throw failures[0]
  }
  for (const { step } of plans) if (step.did !== 'deleted') await undoStep(taker, step, anyway)
}

const withDependents = ({ target, name, before, dependents }: UndoStep & { did: 'deleted' }): Captured[] => [
  { target, name, object: before },
  ...dependents,
]

/** Another step of the same object comes first when the change is taken back. */
function isLater({ step }: Planned, plans: readonly Planned[]): boolean {
  if (step.did === 'replaced') return false
  return plans.some(
    ({ step: other }, i) =>
      other !== step &&
      other.did !== 'replaced' &&
      other.name === step.name &&
      equal(other.target, step.target) &&
      i < plans.findIndex((plan) => plan.step === step),
  )
}

/** Controllers write to a moving object again and again. */
const MOST_TRIES = 10

/** Takes one step back. Who writes between the reading and the writing is heeded: then both are done again. */
async function undoStep(taker: Taker, step: UndoStep, anyway: boolean): Promise<void> {
  if (step.did === 'replaced') {
    await taker.control('import', { text: step.before, mode: 'replace' })
    return
  }
  for (let tries = 1; ; tries++) {
    const plan = await planOf(taker.reader, step)
    if (plan.is === 'done' || (anyway && plan.is === 'blocked')) return
    if (stands(plan) && !anyway) throw new UndoConflict([plan])
    try {
      return await writeBack(taker.writer, plan, anyway)
    } catch (error) {
      if (!isStatus(error, 'Conflict')) throw error
      if (tries === MOST_TRIES) throw new UndoConflict([await planOf(taker.reader, step)])
    }
  }
}

async function writeBack(writer: Client, plan: Planned, anyway: boolean): Promise<void> {
  const { step } = plan
  if (step.did === 'created') {
    const { uid, resourceVersion } = ('now' in plan && plan.now?.metadata) || {}
    await writer.delete(step.target, step.name, {
      query: { propagationPolicy: 'Background' },
      body: { preconditions: { uid, ...(!anyway && { resourceVersion }) } },
    })
  } else if (step.did === 'changed' && (plan.is === 'ready' || plan.is === 'clash')) await putBack(writer, step, plan)
}

async function putBack(
  writer: Client,
  step: UndoStep & { did: 'changed' },
  { next, now, is }: Planned & { is: 'ready' | 'clash' },
) {
  if (!next || !now) return
  const made = await writer.update(step.target, next, step.subresource === 'status' ? { subresource: 'status' } : {})
  // Owners come back only when nobody has become one since.
  const untouched = is === 'ready' && equal(now.metadata.managedFields, step.after.metadata.managedFields)
  if (untouched) await giveBackOwners(writer, step, made, step.before.metadata.managedFields)
}
