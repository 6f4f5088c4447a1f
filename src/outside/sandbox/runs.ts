import { compile } from './compile'
import { DEFAULT_LIMIT_MS, readAnswer, type Sandbox, type SandboxCall, SandboxError, stopped } from './sandbox'

/** What came back from a guest: `text` is its answer, `error` why there is none. Never trusted. */
export interface GuestMessage {
  readonly id?: unknown
  readonly text?: unknown
  readonly error?: unknown
}

/** One running guest; whatever it says goes to the listener that it was started with. */
export interface Guest {
  call(id: number, name: string, input: string): void
  /** Ends it at once, whatever it is doing. */
  stop(): void
}

export interface GuestListener {
  message(message: unknown): void
  /** It could not start, or has died. */
  failed(why: string): void
}

export interface RunsOptions {
  start: (body: string, listener: GuestListener) => Guest
  /** Real time: a person's loop must end even where the control plane's clock is held. */
  setTimer: (ms: number, run: () => void) => () => void
}

interface Waiting {
  resolve: (text: unknown) => void
  reject: (error: SandboxError) => void
}

const MOST_GUESTS = 16
const MOST_ERROR = 2_000

/** Keeps a guest for each source that is called, and holds all of them to their limits. */
export function createRuns({ start, setTimer }: RunsOptions): Sandbox {
  // In the order of their last use.
  const guests = new Map<string, Run>()
  let nextId = 1

  function runOf(body: string): Run {
    const known = guests.get(body)
    const run = known ?? new Run(body)
    guests.delete(body)
    guests.set(body, run)
    for (const [key, oldest] of guests) {
      if (guests.size <= MOST_GUESTS) break
      if (oldest.idle) oldest.end('')
      guests.delete(key)
    }
    return run
  }

  class Run {
    private readonly waiting = new Map<number, Waiting>()
    private readonly guest: Guest
    private ended = false

    constructor(private readonly body: string) {
      this.guest = start(body, {
        message: (message) => this.hear(message),
        failed: (why) => this.end(why || 'it did not start'),
      })
    }

    get idle(): boolean {
      return this.waiting.size === 0
    }

    ask(name: string, input: string, waiting: Waiting): number {
      const id = nextId++
      if (this.ended) {
        waiting.reject(new SandboxError('it did not start'))
        return id
      }
      this.waiting.set(id, waiting)
      this.guest.call(id, name, input)
      return id
    }

    end(why: string): void {
      if (this.ended) return
      this.ended = true
      this.guest.stop()
      if (guests.get(this.body) === this) guests.delete(this.body)
      for (const { reject } of this.waiting.values()) reject(new SandboxError(why))
      this.waiting.clear()
    }

    private hear(message: unknown): void {
      if (this.ended) return
      const { id, text, error } = (typeof message === 'object' && message !== null ? message : {}) as GuestMessage
      const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined
      // Nobody asked for this: the code speaks for itself.
      if (!waiting) return this.end('it was stopped: it sent messages of its own')
      this.waiting.delete(id as number)
      if (error === undefined) waiting.resolve(text)
      else waiting.reject(new SandboxError(typeof error === 'string' ? error.slice(0, MOST_ERROR) : 'it failed'))
    }
  }

  return {
    async run({ source, name, input, limitMs = DEFAULT_LIMIT_MS, signal }: SandboxCall) {
      const body = await compile(source, name)
      signal?.throwIfAborted()
      const run = runOf(body)
      let cancel: () => void = () => undefined
      let leave: () => void = () => undefined
      try {
        const text = await new Promise<unknown>((resolve, reject) => {
          const quit = (why: SandboxError): void => {
            reject(why)
            run.end(why.message)
          }
          cancel = setTimer(limitMs, () => quit(stopped(limitMs)))
          leave = () => quit(new SandboxError('it was stopped: nobody waits for its answer'))
          signal?.addEventListener('abort', leave, { once: true })
          run.ask(name, JSON.stringify(input), { resolve, reject })
        })
        return readAnswer(text)
      } finally {
        cancel()
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
