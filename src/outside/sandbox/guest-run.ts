import { MOST_ERROR, moduleScript } from './guest-host'
import { SandboxError } from './sandbox'

/** A message from a guest: `text` is its answer, `error` why there is none. Untrusted. */
export interface GuestMessage {
  readonly id?: unknown
  readonly text?: unknown
  readonly error?: unknown
}

/** A place that runs one user's code; its messages go to the listener that it was started with. */
export interface Guest {
  /** False if other code terminated it. */
  alive(): boolean
  /** Loads its code, once. Calls wait until it has loaded. */
  load(script: string): void
  call(id: number, name: string, input: string): void
  /** Terminates it at once, whatever it is doing. */
  stop(): void
}

/** Receives the events of a guest. */
export interface GuestListener {
  /** Called when it has started and accepts calls. */
  ready(): void
  message(message: unknown): void
  /** Called when it could not start, or has died. */
  failed(why: string): void
}

/** Starts a guest without code. */
export type StartGuest = (listener: GuestListener) => Guest

/** A pending call. */
interface Async {
  resolve: (text: unknown) => void
  reject: (error: SandboxError) => void
}

/** A guest with its pending calls. */
export class GuestRun {
  private readonly waiting = new Map<number, Async>()
  private readonly guest: Guest
  private nextId = 1
  private ended: string | undefined
  private begin: () => void = () => undefined
  /** True if no new calls are accepted: it ends with its last answer. */
  private leaving = false
  /** Resolves when it has started or ended. */
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

  /** Terminates it once no call is pending. */
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
    // No call is pending for this: the code sends messages by itself.
    if (!waiting) return this.end('it was stopped: it sent messages of its own')
    this.waiting.delete(id as number)
    if (error === undefined) waiting.resolve(text)
    else waiting.reject(new SandboxError(typeof error === 'string' ? error.slice(0, MOST_ERROR) : 'it failed'))
    if (this.leaving && this.waiting.size === 0) this.end('it was stopped')
  }
}
