import { createHostCalls } from './control-plane-calls'
import { createContentMark } from './control-plane-content'
import { createImports } from './control-plane-imports'
import { LinkedFlags, type LinkOptions, type StartLink } from './control-plane-link'
import { Lives, type LivesOptions } from './control-plane-lives'
import { changesCluster } from './links/changes-cluster'
import type { Outside } from './machinery/egress'
import { messageOf } from './machinery/message-of'
import type { ControlName } from './server/control'
import { unavailable } from './server/unavailable'
import { passes } from './store/passing-error'
import type { Fetch } from './transport/connection'

export interface HostOptions extends Omit<LivesOptions, 'outside'>, Omit<LinkOptions, 'settings'> {
  readonly outside: Outside
  readonly log: (message: string) => void
  /** Calls back after so many milliseconds of the machine; a start that failed for a while is tried again with it. */
  readonly later?: (ms: number, run: () => void) => void
  /** Resolves after so long, whatever the cluster's clock says. Without it a request waits for a change as long as that takes. */
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * A control plane that can be restarted: with other flags, with imported content, from nothing. Between two
 * runs requests wait; when it can't start, they are answered with 503 and the reason.
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

const NOT_RUNNING = 'the control plane is not running'
/** A request waits so long for a restart or an import to end; then it is told to come again. */
const CHANGE_MS = 60_000
/** A first start that failed is tried again, after twice as long each time. */
const AGAIN_MS = 1_000
const AGAIN_AT_MOST_MS = 30_000

/**
 * Opens the store and starts a control plane on it, with the saved flags or with those of a link that the cluster may take
 * without a question. Never rejects: see `error`.
 */
export async function startHost(options: HostOptions, link?: StartLink): Promise<Host> {
  const lives = new Lives(options)
  const { storage } = options
  const { settings } = storage
  const content = createContentMark(settings, options.log)
  const flags = new LinkedFlags({ ...options, settings }, lives, content)
  const imports = createImports({
    ...options,
    backup: storage.imports,
    store: () => lives.store,
    between: (work) => lives.between(work),
  })
  const calls = createHostCalls({ lives, flags, content, imports, storage })

  /** A database that the browser has not let go of yet, or fails at, opens later; a person may have been faster. */
  async function begin(wait = AGAIN_MS): Promise<void> {
    try {
      await lives.change(async () => {
        if (!lives.plane) await flags.firstStart(link)
      })
    } catch (error) {
      options.log(messageOf(error))
      if (passes(error)) options.later?.(wait, () => void begin(Math.min(wait * 2, AGAIN_AT_MOST_MS)))
    }
  }

  /** Waits for a change that is under way, but not for one that hangs. */
  async function settled(): Promise<void> {
    if (lives.plane) return
    await Promise.race([lives.settled, ...(options.pause ? [options.pause(CHANGE_MS)] : [])])
  }

  await begin()

  return {
    async fetch(request, connection) {
      await settled()
      if ((!content.made() || content.pending()) && changesCluster(request)) await content.note()
      const plane = lives.plane
      return plane ? plane.fetch(request, connection) : unavailable(lives.failure ?? NOT_RUNNING)
    },
    async control(name, args) {
      const own = calls[name as ControlName] as ((args: unknown) => Promise<unknown>) | undefined
      if (own) return own(args)
      await settled()
      const plane = lives.plane
      if (!plane) throw new Error(lives.failure ?? NOT_RUNNING)
      return plane.control(name as ControlName, args as never)
    },
    noteContent: () => content.note(),
    onEvent: (listener) => lives.onEvent(listener),
    error: () => lives.failure,
    onState: (listener) => lives.onState(listener),
  }
}
