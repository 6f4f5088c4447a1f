import type { Outside } from './admission/plugin'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane'
import { FlagError, parseFlags } from './flags'
import type { ControlCalls, ControlEvents, ControlName } from './server/control'
import { unavailable } from './server/unavailable'
import type { Store } from './store/store'
import { clearStore, exportStore, importStore } from './store/transfer'
import type { Fetch } from './transport/connection'

export interface HostOptions extends Omit<ControlPlaneOptions, 'store' | 'argv' | 'outside'> {
  readonly outside: Outside
  openStore(): Promise<Store>
  /** Deletes what `openStore` would open. */
  deleteStore(): Promise<void>
  /** What can still be read of a store that does not open. */
  rescueStore(): Promise<string>
  /** The flags of the last run, kept for the next one. */
  readonly settings: { load(): Promise<readonly string[]>; save(argv: readonly string[]): Promise<void> }
  /** Forgets the keys that the cluster made for itself. */
  forgetKeys(): Promise<void>
}

/**
 * A control plane that can be started anew: with other flags, with imported content, from nothing. While it is between two
 * lives requests wait; when it can't live, they are told why with 503.
 */
export interface Host {
  readonly fetch: Fetch
  /** Calls of server/control.ts. Rejects for unknown ones. */
  control(name: string, args: unknown): Promise<unknown>
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  /** Why there is no control plane; undefined when there is one. */
  error(): string | undefined
  onState(listener: () => void): () => void
}

const EVENTS: readonly (keyof ControlEvents)[] = ['trace', 'audit', 'clock', 'trouble']
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Opens the store and starts a control plane on it; `argv` replaces the flags of the last run. Never rejects: see `error`. */
export async function startHost(options: HostOptions, argv?: readonly string[]): Promise<Host> {
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const stateListeners = new Set<() => void>()
  let store: Store | undefined
  let plane: ControlPlane | undefined
  let failure: string | undefined
  let flags: readonly string[] = []
  /** Ends when no change is under way; changes follow each other. */
  let settled: Promise<unknown> = Promise.resolve()

  const emit = (name: string, payload: unknown): void => {
    for (const listener of [...listeners]) listener(name, payload)
  }

  async function openStore(): Promise<Store> {
    const opened = await options.openStore()
    opened.onTrouble((error) => emit('trouble', error ? { message: error.message } : {}))
    return opened
  }

  async function startPlane(words: readonly string[]): Promise<void> {
    store ??= await openStore()
    const fresh = store.count('') === 0
    const started = await createControlPlane({ ...options, store, argv: words })
    for (const name of EVENTS) started.onEvent(name, (payload) => emit(name, payload))
    plane = started
    flags = words
    if (fresh) await started.seeded
    started.ready.catch((error: unknown) => options.log(`the start state is incomplete: ${messageOf(error)}`))
  }

  async function stopPlane(): Promise<void> {
    const running = plane
    plane = undefined
    await running?.stop()
  }

  /** Runs a change when the ones before have ended; the outcome decides what requests are told. */
  function change<T>(work: () => Promise<T>): Promise<T> {
    const done = settled.then(work)
    settled = done.then(
      () => (failure = undefined),
      (error: unknown) => {
        failure = plane ? undefined : messageOf(error)
      },
    )
    settled = settled.then(() => {
      for (const listener of [...stateListeners]) listener()
    })
    return done
  }

  /** Stops, does the work on the open store, and starts again whatever became of it. */
  function between(work: (open: Store) => Promise<void>): Promise<void> {
    return change(async () => {
      await stopPlane()
      try {
        await work((store ??= await openStore()))
      } finally {
        await startPlane(flags)
      }
    })
  }

  function restart(words: readonly string[]): Promise<void> {
    parseFlags(words)
    return change(async () => {
      const before = flags
      await stopPlane()
      try {
        await startPlane(words)
      } catch (error) {
        await startPlane(before).catch((again: unknown) => options.log(messageOf(again)))
        throw error
      }
      await options.settings.save(words)
    })
  }

  async function reset(): Promise<void> {
    if (store && !store.healthy()) {
      await options.forgetKeys()
      return between(clearStore)
    }
    return change(async () => {
      await stopPlane()
      await store?.close()
      store = undefined
      await options.deleteStore()
      await options.forgetKeys()
      await startPlane(flags)
    })
  }

  type Calls = { [N in ControlName]?: (args: ControlCalls[N]['args']) => Promise<ControlCalls[N]['result']> }
  const calls: Calls = {
    flags: async () => ({ argv: flags, ...(failure !== undefined && { error: failure }) }),
    restart: async (args) => {
      await restart(args.argv)
      return null
    },
    export: () => (store ? Promise.resolve(exportStore(store)) : options.rescueStore()),
    import: async ({ text }) => {
      await between((open) => importStore(open, text))
      return null
    },
    reset: async () => {
      await reset()
      return null
    },
  }

  await change(async () => {
    flags = argv ?? (await options.settings.load())
    await startPlane(flags)
    if (argv) await options.settings.save(argv)
  }).catch((error: unknown) => options.log(error instanceof FlagError ? error.message : messageOf(error)))

  return {
    async fetch(request, connection) {
      if (!plane) await settled
      return plane ? plane.fetch(request, connection) : unavailable(failure ?? 'the control plane is not running')
    },
    async control(name, args) {
      const own = calls[name as ControlName] as ((args: unknown) => Promise<unknown>) | undefined
      if (own) return own(args)
      if (!plane) await settled
      if (!plane) throw new Error(failure ?? 'the control plane is not running')
      return plane.control(name as ControlName, args as never)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    error: () => failure,
    onState(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
  }
}
