import type { Outside } from './machinery/egress'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane'
import { createImports, type ImportBackup } from './control-plane-imports'
import { FlagError, parseFlags } from './flags'
import { changesCluster } from './links/changes-cluster'
import { judgeLink, type LinkRequest } from './links/rule'
import type { ControlCalls, ControlEvents, ControlName, LinkAction, LinkState } from './server/control'
import { unavailable } from './server/unavailable'
import type { Store } from './store/store'
import { clearStore, exportStore } from './store/transfer'
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
  /** Whether a person has made something in the store; undefined for a store of an earlier version. */
  readonly content: { load(): Promise<boolean | undefined>; save(content: boolean): Promise<void> }
  /** Lets a relay of a link reach the cluster, or ends that; undefined where there is none. */
  readonly relay?: (address: string | undefined) => void
  readonly beforeImport: ImportBackup
  /** Forgets the keys that the cluster made for itself. */
  forgetKeys(): Promise<void>
}

/**
 * A control plane that can be restarted: with other flags, with imported content, from nothing. While it is between two
 * lives requests wait; when it can't live, they are told why with 503.
 */
export interface Host {
  readonly fetch: Fetch
  /** Calls of server/control.ts. Rejects for unknown ones. */
  control(name: string, args: unknown): Promise<unknown>
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  /** A person has made something that is not in the store, such as the code of a webhook. */
  noteContent(): Promise<void>
  /** Why there is no control plane; undefined when there is one. */
  error(): string | undefined
  onState(listener: () => void): () => void
}

const EVENTS: readonly (keyof ControlEvents)[] = ['trace', 'audit', 'clock', 'fault']
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a link asks for at the start. */
export interface StartLink extends LinkRequest {
  readonly accepted: boolean
}

/**
 * Opens the store and starts a control plane on it, with the saved flags or with those of a link that the cluster may take
 * without a question. Never rejects: see `error`.
 */
export async function startHost(options: HostOptions, link?: StartLink): Promise<Host> {
  const listeners = new Set<(name: string, payload: unknown) => void>()
  const stateListeners = new Set<() => void>()
  let store: Store | undefined
  let plane: ControlPlane | undefined
  let failure: string | undefined
  let flags: readonly string[] = []
  let saved: readonly string[] = []
  /** What runs came from a link: nothing of it is saved until the person says so. */
  let trial = false
  let relay: string | undefined
  let linkError: string | undefined
  /** The flags of a link that do not run. */
  let unfit: readonly string[] | undefined
  /** Until the store has been looked at, it counts as a person's. */
  let content = true
  let marking: Promise<void> | undefined
  /** Ends when no change is under way; changes follow each other. */
  let settled: Promise<unknown> = Promise.resolve()

  const emit = (name: string, payload: unknown): void => {
    for (const listener of [...listeners]) listener(name, payload)
  }

  async function openStore(): Promise<Store> {
    const opened = await options.openStore()
    opened.onHealthChange((error) => emit('fault', error ? { message: error.message } : {}))
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
      if (sameWords(words, saved)) trial = false
      else if (!trial) await save(words)
    })
  }

  async function save(words: readonly string[]): Promise<void> {
    await options.settings.save(words)
    saved = words
    await noteContent()
  }

  /** Resolves when the mark is there for the next start; a disk that takes nothing is told by the write that follows. */
  function noteContent(made = true): Promise<void> {
    if (content === made) return marking ?? Promise.resolve()
    content = made
    marking = options.content
      .save(made)
      .catch((error: unknown) => options.log(messageOf(error)))
      .finally(() => (marking = undefined))
    return marking
  }

  function useRelay(address: string | undefined): void {
    if (relay === address) return
    relay = address
    options.relay?.(address)
  }

  const mayTake = (accepted: boolean): boolean => judgeLink({ framed: false, content, accepted }) === 'apply'
  const linkState = (ask = false): LinkState => ({
    content,
    argv: flags,
    saved,
    trial,
    ask,
    ...(relay !== undefined && { relay }),
    ...(linkError !== undefined && { error: linkError }),
  })
  const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
    JSON.stringify(one) === JSON.stringify(other)

  /** Runs with what a link asks for, and saves nothing. */
  async function tryLink({ argv = saved, relay: wanted }: LinkRequest, accepted: boolean): Promise<LinkState> {
    await settled
    if (sameWords(argv, flags) && (wanted === undefined || wanted === relay)) return linkState()
    if (!mayTake(accepted)) return linkState(true)
    if (!accepted && unfit && sameWords(argv, unfit)) return linkState()
    const before = { trial, relay }
    linkError = undefined
    if (wanted !== undefined) useRelay(wanted)
    if (sameWords(argv, flags)) return linkState()
    trial = true
    try {
      await restart(argv)
    } catch (error) {
      trial = before.trial
      useRelay(before.relay)
      throw error
    }
    return linkState()
  }

  async function linkCall(args: LinkAction): Promise<LinkState> {
    if (args.action === 'state') return linkState()
    const state = args.action === 'try' ? await tryLink(args, args.accepted) : await endTrial(args.action)
    emit('link', linkState())
    return state
  }

  async function endTrial(action: 'save' | 'leave'): Promise<LinkState> {
    if (action === 'save') {
      trial = false
      await save(flags)
    } else {
      useRelay(undefined)
      linkError = undefined
      if (!sameWords(flags, saved)) await restart(saved)
      trial = false
    }
    return linkState()
  }

  /** The flags of a link where the cluster may take them; those of the last run where not, and where they do not run. */
  async function firstStart(): Promise<void> {
    const [words, mark] = await Promise.all([options.settings.load(), options.content.load()])
    flags = saved = words
    store ??= await openStore()
    const fresh = store.count('') === 0
    const made = words.length > 0 || (mark ?? !fresh)
    if (mark === undefined) await noteContent(made)
    content = made
    if (link && mayTake(link.accepted)) {
      if (link.relay !== undefined) useRelay(link.relay)
      if (link.argv && !sameWords(link.argv, words)) {
        try {
          await startPlane(link.argv)
          trial = true
          return
        } catch (error) {
          linkError = messageOf(error)
          unfit = link.argv
          options.log(`the settings of the link do not run: ${linkError}`)
        }
      }
    }
    await startPlane(words)
  }

  const imports = createImports({ ...options, backup: options.beforeImport, store: () => store, between })

  async function reset(): Promise<void> {
    if (store && !store.fault()) {
      await options.forgetKeys()
      await between(clearStore)
      return noteContent(saved.length > 0)
    }
    return change(async () => {
      await stopPlane()
      await store?.close()
      store = undefined
      await options.deleteStore()
      await options.forgetKeys()
      await startPlane(flags)
      await noteContent(saved.length > 0)
    })
  }

  type Calls = { [N in ControlName]?: (args: ControlCalls[N]['args']) => Promise<ControlCalls[N]['result']> }
  const calls: Calls = {
    flags: async () => ({ argv: flags, ...(failure !== undefined && { error: failure }) }),
    link: linkCall,
    restart: async (args) => {
      await restart(args.argv)
      return null
    },
    export: () => (store ? Promise.resolve(exportStore(store)) : options.rescueStore()),
    import: async ({ text, mode = 'replace' }) => {
      await imports.take(text, mode)
      await noteContent()
      return null
    },
    'undo-import': async () => {
      await imports.undo()
      return null
    },
    reset: async () => {
      await reset()
      return null
    },
  }

  await change(firstStart).catch((error: unknown) =>
    options.log(error instanceof FlagError ? error.message : messageOf(error)),
  )

  return {
    async fetch(request, connection) {
      if (!plane) await settled
      if ((!content || marking) && changesCluster(request)) await noteContent()
      return plane ? plane.fetch(request, connection) : unavailable(failure ?? 'the control plane is not running')
    },
    async control(name, args) {
      const own = calls[name as ControlName] as ((args: unknown) => Promise<unknown>) | undefined
      if (own) return own(args)
      if (!plane) await settled
      if (!plane) throw new Error(failure ?? 'the control plane is not running')
      return plane.control(name as ControlName, args as never)
    },
    noteContent: () => noteContent(),
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
