import { create } from 'zustand'

/** A read that is still waiting for its first answer. */
export interface OpenLoad {
  readonly stop: (error: LoadStopped) => void
  readonly again: () => void
}

/** Shown in place of a read that the user stopped. `again` restarts everything stopped together with it. */
export class LoadStopped extends Error {
  constructor(readonly again: () => void) {
    super('You stopped loading.')
  }
}

/** The reads that are still waiting for their first answer. */
export const useOpenLoads = create<{ readonly open: ReadonlySet<OpenLoad> }>()(() => ({ open: new Set() }))

/** Registers a read that waits for its first answer. Returns a function that marks it as answered. */
export function beginLoad(stop: OpenLoad['stop'], again: () => void): () => void {
  const load = { stop, again }
  useOpenLoads.setState(({ open }) => ({ open: new Set([...open, load]) }))
  return () =>
    useOpenLoads.setState((state) =>
      state.open.has(load) ? { open: new Set([...state.open].filter((other) => other !== load)) } : state,
    )
}

/** Stops all reads that wait for their first answer, including those tracked elsewhere. */
export function stopLoads(elsewhere: readonly OpenLoad[] = []): void {
  const open = [...useOpenLoads.getState().open, ...elsewhere]
  useOpenLoads.setState({ open: new Set() })
  const error = new LoadStopped(() => {
    for (const { again } of open) again()
  })
  for (const { stop } of open) stop(error)
}
