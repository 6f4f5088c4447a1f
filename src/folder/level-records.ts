import { ClassicLevel } from 'classic-level'
import type { Durability } from '../store/medium'
import type { Records, RecordWrite } from '../store/record-texts'
import { StoreError } from '../store/store'

const PAGE = 1_000
/** The system's messages for a full disk, as the library passes them on. */
const FULL = /No space left on device|Disk quota exceeded|File too large|not enough space/i

/** How records are written to a folder. */
export interface LevelOptions {
  readonly path: string
  /** Description of the folder for messages. */
  readonly what: string
  /** `relaxed` writes reach the operating system, so they survive the death of the process. */
  readonly durability: Durability
  /** Called with the newest revision when the records are closed properly. */
  readonly closed: (head: number) => Promise<void>
}

/** Records in a folder of the machine. */
export class LevelRecords implements Records {
  readonly what: string
  #db: ClassicLevel

  constructor(private readonly options: LevelOptions) {
    this.what = options.what
    this.#db = new ClassicLevel(options.path)
  }

  /**
   * Opens existing records, or creates them if `make` is set. Rejects with `blocked` if another process uses them, with `unreadable` if
   * files are damaged or missing.
   */
  async open(make: boolean): Promise<void> {
    await this.#attempt('unreadable', () => this.#db.open({ createIfMissing: make }))
  }

  async get(key: string): Promise<string | undefined> {
    return this.#attempt('unreadable', () => this.#db.get(key))
  }

  async *list(prefix: string): AsyncGenerator<readonly [string, string]> {
    const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
    const iterator = this.#db.iterator({ gte: prefix, lt: end })
    try {
      for (;;) {
        const page = await this.#attempt('unreadable', () => iterator.nextv(PAGE))
        if (page.length === 0) return
        yield* page
      }
    } finally {
      await iterator.close()
    }
  }

  async write(writes: readonly RecordWrite[]): Promise<void> {
    const operations = writes.map(({ key, text }) =>
      text === undefined ? { type: 'del' as const, key } : { type: 'put' as const, key, value: text },
    )
    const sync = this.options.durability === 'strict'
    await this.#attempt('write-failed', () => this.#db.batch(operations, { sync }))
  }

  /** The library refuses writes after a failed one; after reopening it knows which data was saved. */
  async reopen(): Promise<void> {
    await this.#attempt('write-failed', async () => {
      await this.#db.close()
      this.#db = new ClassicLevel(this.options.path)
      await this.#db.open({ createIfMissing: false })
    })
  }

  async close(head: number): Promise<void> {
    await this.release()
    await this.options.closed(head)
  }

  /** Releases the folder. */
  async release(): Promise<void> {
    await this.#attempt('write-failed', () => this.#db.close())
  }

  async #attempt<T>(otherwise: 'unreadable' | 'write-failed', work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#errorOf(error, otherwise)
    }
  }

  #errorOf(error: unknown, otherwise: 'unreadable' | 'write-failed'): StoreError {
    const causes: { code?: unknown; message: string }[] = []
    for (let one = error; one instanceof Error; one = one.cause) causes.push(one)
    const message = causes.at(-1)?.message ?? String(error)
    const options = { cause: error }
    if (causes.some(({ code }) => code === 'LEVEL_LOCKED'))
      return new StoreError('blocked', `${this.what} is in use by another server: stop it, or name another`, options)
    if (FULL.test(message))
      return new StoreError('quota-exceeded', `the disk of ${this.what} is full: ${message}`, options)
    const fault = otherwise === 'unreadable' ? 'can’t be read' : 'refused a write'
    return new StoreError(otherwise, `${this.what} ${fault}: ${message}`, options)
  }
}
