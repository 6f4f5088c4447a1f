import { behaves } from '../api/releases/ledger'
import type { Feature } from '../api/releases/gates'
import type { Refusal } from './plugin'

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.` */
export function counted(total: number, reasons: Iterable<readonly string[]>): string {
  const counts = new Map<string, number>()
  for (const some of reasons) for (const reason of some) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort()
  return `0/${total} nodes are available: ${parts.join(', ')}.`
}

/** The results for a pod that fits nowhere. */
export interface Unfit {
  readonly release: number
  readonly feature: Feature
  readonly total: number
  /** A reason that rules out every node, found before any was checked. */
  readonly first: Refusal | undefined
  /** The reasons of each node. */
  readonly refusals: Iterable<readonly Refusal[]>
  /** Why it does not preempt, as a text or by node; undefined if it does, or if the release does not report it. */
  readonly preemption: string | ReadonlyMap<string, readonly string[]> | undefined
}

/** Why a pod is pending, in the words of a release. */
export function explain({ release, feature, total, first, refusals, preemption }: Unfit): string {
  if (total === 0) return 'no nodes available to schedule pods'
  const why =
    first && behaves('scheduler-pod-wide-reason', release)
      ? `0/${total} nodes are available: ${first.reason}.`
      : counted(
          total,
          [...refusals].map((some) => some.map(({ reason }) => reason)),
        )
  if (preemption === undefined || !behaves('scheduler-explains-preemption', release)) return why
  const claims = behaves('scheduler-deallocates-claims', { release, feature }) ? 'no new claims to deallocate, ' : ''
  return `${why} ${claims}preemption: ${typeof preemption === 'string' ? preemption : counted(total, preemption.values())}`
}
