import type { Client } from '../../../client/client'
import { equal } from '../../../machinery/json'
import type { Control } from '../../../server/control'
import { isStatus } from '../../../client/status-error'
import { type Planned, planOf } from './plan'
import { giveBackOwners, restore } from './restore'
import type { Captured, UndoStep } from './step'

/** Later writes prevent the undo; the user must decide. */
export class UndoConflict extends Error {
  override readonly name = 'UndoConflict'
  constructor(readonly plans: readonly Planned[]) {
    super('Others have changed the object since')
  }
}

/** The clients that an undo reads and writes with. */
export interface UndoAccess {
  /** Has the administrator's rights. */
  readonly reader: Client
  /** Has the identity that made the change. */
  readonly writer: Client
  readonly control: Control
}

/** The plans for undoing a change, last step first. */
export const plansOf = (reader: Client, steps: readonly UndoStep[]): Promise<Planned[]> =>
  Promise.all([...steps].reverse().map((step) => planOf(reader, step)))

const stands = ({ is }: Planned): boolean => is === 'clash' || is === 'blocked'

/**
 * Undoes the steps of a change, last step first. Rejects with `UndoConflict`, having written nothing, when others wrote since;
 * with `anyway` it overwrites their values and skips what cannot be undone. Rejects with the server's refusal.
 */
export async function applyUndo(access: UndoAccess, steps: readonly UndoStep[], anyway = false): Promise<void> {
  const plans = await plansOf(access.reader, steps)
  // An earlier step on the same object applies to the result of undoing the later one, so only the later one can be
  // judged now.
  if (!anyway && plans.some((plan) => stands(plan) && !isLater(plan, plans))) throw new UndoConflict(plans)
  const captured = plans.flatMap(({ step, is }) =>
    step.did === 'deleted' && is === 'ready' ? withDependents(step) : [],
  )
  if (captured.length) {
    const { failures } = await restore(access.writer, captured)
    if (failures.length) throw failures[0]
  }
  for (const { step } of plans) if (step.did !== 'deleted') await undoStep(access, step, anyway)
}

const withDependents = ({
  target,
  name,
  before,
  dependents,
  orphans = [],
}: UndoStep & { did: 'deleted' }): Captured[] => [{ target, name, object: before }, ...dependents, ...orphans]

/** True if another step on the same object is undone first. */
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

/** Retries for objects that controllers keep writing to. */
const MOST_TRIES = 10

/** Undoes one step. Retries on a concurrent write. */
async function undoStep(access: UndoAccess, step: UndoStep, anyway: boolean): Promise<void> {
  if (step.did === 'replaced') {
    await access.control('import', { text: step.before, mode: 'replace' })
    return
  }
  for (let tries = 1; ; tries++) {
    const plan = await planOf(access.reader, step)
    if (plan.is === 'done' || (anyway && plan.is === 'blocked')) return
    if (stands(plan) && !anyway) throw new UndoConflict([plan])
    try {
      return await writeBack(access.writer, plan, anyway)
    } catch (error) {
      if (!isStatus(error, 'Conflict')) throw error
      if (tries === MOST_TRIES) throw new UndoConflict([await planOf(access.reader, step)])
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
  // Restore field owners only if no other has been added since.
  const untouched = is === 'ready' && equal(now.metadata.managedFields, step.after.metadata.managedFields)
  if (untouched) await giveBackOwners(writer, step, made, step.before.metadata.managedFields)
}
