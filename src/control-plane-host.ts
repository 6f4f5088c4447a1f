import { createHostCalls } from './control-plane-calls'
import { createContentMark } from './control-plane-content'
import { createImports } from './control-plane-imports'
import { LinkedFlags, type LinkOptions, type StartLink } from './control-plane-link'
import { ControlPlaneRuns, type RunOptions } from './control-plane-runs'
import { changesCluster } from './links/changes-cluster'
import type { Outside } from './machinery/egress'
import { messageOf } from './machinery/message-of'
import type { ControlName } from './server/control'
import { unavailable } from './server/unavailable'
import { isTransient } from './store/transient-error'
import { betweenTurns } from './transport/between-turns'
import type { Fetch } from './transport/connection'

/** What a control plane that can be restarted runs with. */
export interface HostOptions extends Omit<RunOptions, 'outside'>, Omit<LinkOptions, 'settings'> {
  readonly outside: Outside
  readonly log: (message: string) => void
  /** Calls back after a time in milliseconds of the machine's clock; used to retry a failed start. */
  readonly later?: (ms: number, run: () => void) => void
  /** Resolves after a time of the machine's clock. Without it, a request waits for a change however long that takes. */
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * A control plane that can be restarted: with other flags, with imported content, or from nothing. Between two runs requests wait; if it
 * can't start, they are answered with 503 and the reason.
 */
export interface Host {
  readonly fetch: Fetch
  /** Calls of server/control.ts. Rejects for unknown ones. */
  control(name: string, args: unknown): Promise<unknown>
  onEvent(listener: (name: string, payload: unknown) => void): () => void
  /** Records that the user has made something that is not in the store, such as a webhook's code. */
  noteContent(): Promise<void>
  /** Why no control plane is running; undefined if one is. */
  error(): string | undefined
  onState(listener: () => void): () => void
}

const NOT_RUNNING = 'the control plane is not running'
/** The longest time that a request waits for a restart or an import; then the client is asked to retry. */
const CHANGE_MS = 60_000
/** A failed first start is retried, with the wait doubled each time. */
const AGAIN_MS = 1_000
const AGAIN_AT_MOST_MS = 30_000

/**
 * Opens the store and starts a control plane on it, with the saved flags or with those of a link that the cluster may accept without
 * asking. Never rejects: see `error`.
 */
export async function startHost(options: HostOptions, link?: StartLink): Promise<Host> {
  const runs = new ControlPlaneRuns(options)
  const { storage } = options
  const { settings } = storage
  const content = createContentMark(settings, options.log)
  const flags = new LinkedFlags({ ...options, settings }, runs, content)
  const imports = createImports({
    ...options,
    backup: storage.imports,
    store: () => runs.store,
    between: (work) => runs.between(work),
  })
  const calls = createHostCalls({ runs, flags, content, imports, storage })

  /** A database that the browser has not released yet, or that fails, may open later. Stops if the user got it to run first. */
  async function begin(wait = AGAIN_MS): Promise<void> {
    try {
      await runs.change(async () => {
        if (!runs.plane) await flags.firstStart(link)
      })
    } catch (error) {
      options.log(messageOf(error))
      if (isTransient(error)) options.later?.(wait, () => void begin(Math.min(wait * 2, AGAIN_AT_MOST_MS)))
    }
  }

  /** Waits for a pending change, but not for one that hangs. */
  async function settled(): Promise<void> {
    if (runs.plane) return
    await Promise.race([runs.settled, ...(options.pause ? [options.pause(CHANGE_MS)] : [])])
  }

  await begin()

  return {
    fetch: betweenTurns(async (request, connection) => {
      await settled()
      if ((!content.made() || content.pending()) && changesCluster(request)) await content.note()
      const plane = runs.plane
      return plane ? plane.fetch(request, connection) : unavailable(runs.failure ?? NOT_RUNNING)
    }),
    async control(name, args) {
      const own = calls[name as ControlName] as ((args: unknown) => Promise<unknown>) | undefined
      if (own) return own(args)
      await settled()
      const plane = runs.plane
      if (!plane) throw new Error(runs.failure ?? NOT_RUNNING)
      return plane.control(name as ControlName, args as never)
    },
    noteContent: () => content.note(),
    onEvent: (listener) => runs.onEvent(listener),
    error: () => runs.failure,
    onState: (listener) => runs.onState(listener),
  }
}
