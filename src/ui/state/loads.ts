import { create } from 'zustand'

/** A read that waits for its first answer. */
export interface OpenLoad {
  readonly stop: (error: LoadStopped) => void
  readonly again: () => void
}

/** What a page shows in place of what a person no longer waits for. `again` takes everything up that was stopped with it. */
export class LoadStopped extends Error {
  constructor(readonly again: () => void) {
    super('Loading was stopped.')
  }
}

/** Reads whose first answer is not there yet. */
export const useOpenLoads = create<{ readonly open: ReadonlySet<OpenLoad> }>()(() => ({ open: new Set() }))

/** Says that a read waits for its first answer; returns how to say that the answer is there. */
export function beginLoad(stop: OpenLoad['stop'], again: () => void): () => void {
  const load = { stop, again }
  useOpenLoads.setState(({ open }) => ({ open: new Set([...open, load]) }))
  return () =>
    useOpenLoads.setState((state) =>
      state.open.has(load) ? { open: new Set([...state.open].filter((other) => other !== load)) } : state,
    )
}

/** Stops every read that waits for its first answer, and those that are kept elsewhere. */
export function stopLoads(elsewhere: readonly OpenLoad[] = []): void {
  const open = [...useOpenLoads.getState().open, ...elsewhere]
  useOpenLoads.setState({ open: new Set() })
  const error = new LoadStopped(() => {
    for (const { again } of open) again()
  })
  for (const { stop } of open) stop(error)
}
