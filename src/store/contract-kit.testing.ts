import type { Clock } from '../machinery/clock'
import type { Store } from './store'

/** What the suite needs of an implementation; made again for each case. */
export interface ContractSubject {
  readonly clock: Clock & { advance(ms: number): Promise<void> }
  /** Opens the store; a second call, after `close`, opens what the first one left when the store is durable. */
  readonly open: () => Promise<Store>
  /**
   * Writes to different keys go to the medium side by side: which of them is first is the medium's affair. An opening may write
   * something of its own, too, which takes a revision.
   */
  readonly sideBySide?: boolean
}

/** One promise; `run` throws when it does not hold. */
export interface ContractCase {
  readonly name: string
  /** Only for stores that survive a restart. */
  readonly durable?: true
  readonly run: (subject: ContractSubject) => Promise<void>
}

/** The keys of a list, in its order. */
export const keys = ({ entries }: { entries: readonly { key: string }[] }): string[] => entries.map(({ key }) => key)

/** All entries, now or as of a revision. */
export const state = (store: Store, revision?: number): unknown =>
  store.list('', { ...(revision && { revision }) }).entries

/** Creates entries one after the other; each holds its key as value. */
export async function fill(store: Store, names: readonly string[]) {
  const made = []
  for (const key of names) made.push(await store.commit({ type: 'put', key, expect: 0, value: key }))
  return made
}

/** @throws Error unless the condition holds */
export function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`does not hold: ${what}`)
}

/** @throws Error unless both are the same as JSON, whatever the order of members */
export function same(actual: unknown, expected: unknown): void {
  const [a, b] = [canonical(actual), canonical(expected)]
  if (a !== b) throw new Error(`expected ${b}, got ${a}`)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined'

/** The error that `act` throws or rejects with; fails when it is none or another one. */
export async function failure<E extends Error>(
  type: abstract new (...args: never[]) => E,
  act: () => unknown,
): Promise<E> {
  try {
    await act()
  } catch (error) {
    if (error instanceof type) return error
    throw error
  }
  throw new Error(`expected ${type.name}`)
}
