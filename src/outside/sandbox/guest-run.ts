import { MOST_ERROR, moduleScript } from './guest'
import { SandboxError } from './sandbox'

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

/** Starts a guest without code. */
export type StartGuest = (listener: GuestListener) => Guest

/** Somebody who waits for an answer. */
interface Async {
  resolve: (text: unknown) => void
  reject: (error: SandboxError) => void
}

/** A guest and those who wait for its answers. */
export class GuestRun {
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
    start: StartGuest,
    private readonly onEnd: (run: GuestRun) => void,
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
