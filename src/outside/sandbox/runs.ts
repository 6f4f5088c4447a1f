import { compile } from './compile'
import { MOST_ERROR, moduleScript } from './guest'
import { DEFAULT_LIMIT_MS, readAnswer, type Sandbox, type SandboxCall, SandboxError, stopped } from './sandbox'
import { writeJson } from '../../machinery/json-text'

/** What came back from a guest: `text` is its answer, `error` why there is none. Never trusted. */
export interface GuestMessage {
  readonly id?: unknown
  readonly text?: unknown
  readonly error?: unknown
}

/** A place where one person's code can run; whatever it says goes to the listener that it was started with. */
export interface Guest {
  /** False when it was ended by somebody else. */
  alive(): boolean
  /** Gives it its code, once. Calls wait until the code has loaded. */
  load(script: string): void
  call(id: number, name: string, input: string): void
  /** Ends it at once, whatever it is doing. */
  stop(): void
}

export interface GuestListener {
  /** It has started, and does at once what it is told. */
  ready(): void
  message(message: unknown): void
  /** It could not start, or has died. */
  failed(why: string): void
}

export interface RunsOptions {
  /** Starts a guest without code. */
  start: (listener: GuestListener) => Guest
  /** Real time: a person's loop must end even where the control plane's clock is held. */
  setTimer: (ms: number, run: () => void) => () => void
}

interface Async {
  resolve: (text: unknown) => void
  reject: (error: SandboxError) => void
}

const MOST_GUESTS = 16
/** A guest that has not started by then never will. */
const START_LIMIT_MS = 30_000

const keyOf = (owner: string, body: string): string => JSON.stringify([owner, body])

/** A guest and those who wait for its answers. */
class Run {
  private readonly waiting = new Map<number, Async>()
  private readonly guest: Guest
  private nextId = 1
  private ended: string | undefined
  private begin: () => void = () => undefined
  /** Nobody may begin to wait for it any more: it goes with its last answer. */
  private leaving = false
  /** Resolves when it has started, and when it has ended. */
  readonly started = new Promise<void>((resolve) => (this.begin = resolve))

  constructor(
    start: RunsOptions['start'],
    private readonly onEnd: (run: Run) => void,
  ) {
    this.guest = start({
      ready: () => this.begin(),
      message: (message) => this.hear(message),
      failed: (why) => this.end(why || 'it did not start'),
    })
  }

  get alive(): boolean {
    return this.ended === undefined && this.guest.alive()
  }

  load(body: string): this {
    this.guest.load(moduleScript(body))
    return this
  }

  ask(name: string, input: string, waiting: Async): void {
    if (this.ended !== undefined) return waiting.reject(new SandboxError(this.ended))
    const id = this.nextId++
    this.waiting.set(id, waiting)
    this.guest.call(id, name, input)
  }

  /** Ends it when nobody waits for it. */
  leave(): void {
    this.leaving = true
    if (this.waiting.size === 0) this.end('it was stopped')
  }

  end(why: string): void {
    if (this.ended !== undefined) return
    this.ended = why
    this.guest.stop()
    this.onEnd(this)
    this.begin()
    for (const { reject } of this.waiting.values()) reject(new SandboxError(why))
    this.waiting.clear()
  }

  private hear(message: unknown): void {
    if (this.ended !== undefined) return
    const { id, text, error } = (typeof message === 'object' && message !== null ? message : {}) as GuestMessage
    const waiting = typeof id === 'number' ? this.waiting.get(id) : undefined
    // Nobody asked for this: the code speaks for itself.
    if (!waiting) return this.end('it was stopped: it sent messages of its own')
    this.waiting.delete(id as number)
    if (error === undefined) waiting.resolve(text)
    else waiting.reject(new SandboxError(typeof error === 'string' ? error.slice(0, MOST_ERROR) : 'it failed'))
    if (this.leaving && this.waiting.size === 0) this.end('it was stopped')
  }
}

/**
 * Keeps a guest for each owner and source that is called, holds all of them to their limits, and has a spare one ready: who comes
 * after a guest that was ended does not wait for another to start.
 */
export function createRuns({ start, setTimer }: RunsOptions): Sandbox {
  // In the order of their last use.
  const guests = new Map<string, Run>()
  let spare: Run | undefined

  const fresh = (key?: string): Run =>
    new Run(start, (run) => {
      if (key !== undefined && guests.get(key) === run) guests.delete(key)
      if (spare === run) spare = undefined
    })

  function warm(): void {
    if (spare?.alive !== true) spare = fresh()
  }

  function takeGuest(): Run {
    const taken = spare?.alive === true ? spare : fresh()
    if (taken === spare) spare = undefined
    // The next spare starts when this one has: two at once would make both late.
    void taken.started.then(warm)
    return taken
  }

  function runOf(key: string, body: string): Run {
    const known = guests.get(key)
    const run = known?.alive === true ? known : takeGuest().load(body)
    guests.delete(key)
    guests.set(key, run)
    for (const [other, oldest] of guests) {
      if (guests.size <= MOST_GUESTS) break
      guests.delete(other)
      oldest.leave()
    }
    return run
  }

  return {
    warm() {
      warm()
      void compile('', 'default')
    },
    async prepare({ source, name, owner = '' }) {
      try {
        const body = await compile(source, name)
        const { started } = runOf(keyOf(owner, body), body)
        let cancel: () => void = () => undefined
        const late = new Promise<void>((resolve) => (cancel = setTimer(START_LIMIT_MS, resolve)))
        await Promise.race([started, late])
        cancel()
      } catch {
        // The call that follows says what is wrong with the code.
      }
    },
    async run({ source, name, input, owner = '', limitMs = DEFAULT_LIMIT_MS, signal, onReady }: SandboxCall) {
      const body = await compile(source, name)
      signal?.throwIfAborted()
      const run = runOf(keyOf(owner, body), body)
      let cancel: () => void = () => undefined
      let leave: () => void = () => undefined
      try {
        const text = await new Promise<unknown>((resolve, reject) => {
          const quit = (why: SandboxError): void => {
            reject(why)
            run.end(why.message)
          }
          cancel = setTimer(START_LIMIT_MS, () => quit(new SandboxError('it did not start')))
          leave = () => quit(new SandboxError('it was stopped: nobody waits for its answer'))
          signal?.addEventListener('abort', leave, { once: true })
          run.ask(name, writeJson(input), { resolve, reject })
          void run.started.then(() => {
            cancel()
            onReady?.()
            cancel = setTimer(limitMs, () => quit(stopped(limitMs)))
          })
        })
        return readAnswer(text)
      } finally {
        cancel()
        signal?.removeEventListener('abort', leave)
      }
    },
  }
}
