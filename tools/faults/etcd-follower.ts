import { ask, type ConfigMap, MAPS } from './etcd-clients'
import { TOKEN } from './etcd-servers'
import type { Followed } from './watch-checks'

const AGAIN_MS = 100
/** How long one server is followed before the next one. */
const TURN_MS = 1_500

/** Follows all config maps with watches that switch servers repeatedly, from the last seen version. */
export class Follower {
  readonly #events: { type: string; name: string; version: number }[] = []
  readonly #end = new AbortController()
  readonly problems: string[] = []
  resumptions = 0
  #from = 0
  #version = 0
  #names: ReadonlyMap<string, number> = new Map()
  #done: Promise<void> = Promise.resolve()

  constructor(
    private readonly servers: readonly string[],
    private readonly random: () => number,
  ) {}

  get followed(): Followed {
    return { from: this.#from, listed: this.#names, events: this.#events }
  }

  /** Lists, and then follows. */
  async start(): Promise<void> {
    const { version, names } = await listed(this.servers[0] ?? '')
    this.#from = this.#version = version
    this.#names = names
    this.#done = this.#follow()
  }

  /** Whether it has reached this version. */
  reached(version: number): boolean {
    return this.#version >= version
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#done
  }

  async #follow(): Promise<void> {
    for (let turn = 0; !this.#end.signal.aborted && this.problems.length === 0; turn++) {
      const at = this.servers[turn % this.servers.length] ?? ''
      const turnOver = new AbortController()
      const stop = (): void => turnOver.abort()
      const timer = setTimeout(stop, 50 + this.random() * TURN_MS)
      this.#end.signal.addEventListener('abort', stop, { once: true })
      await this.#watch(at, turnOver.signal).catch(() => undefined) // its turn is over, or the server is dead
      clearTimeout(timer)
      this.#end.signal.removeEventListener('abort', stop)
      if (!turnOver.signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }

  async #watch(at: string, signal: AbortSignal): Promise<void> {
    const answer = await fetch(`${at}${MAPS}?watch=true&resourceVersion=${this.#version}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
      signal,
    })
    if (answer.status === 410) this.problems.push(`the watch was not resumed at ${this.#version}: 410`)
    if (!answer.ok || !answer.body) return
    this.resumptions++
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.#take(line)
    }
  }

  #take(line: string): void {
    const { type, object } = JSON.parse(line) as { type: string; object: ConfigMap }
    if (type === 'ERROR') {
      this.problems.push(`the watch ended at ${this.#version}: ${line}`)
      return
    }
    this.#version = Number(object.metadata.resourceVersion)
    this.#events.push({ type, name: object.metadata.name, version: this.#version })
  }
}

/** The present objects, by name. */
export async function listed(at: string): Promise<{ version: number; names: Map<string, number> }> {
  const { status, body } = await ask(at, 'GET', MAPS)
  if (status !== 200) throw new Error(`a list at ${at} was answered ${status}`)
  const names = new Map(body.items?.map(({ metadata }) => [metadata.name, Number(metadata.resourceVersion)]))
  return { version: Number(body.metadata.resourceVersion), names }
}
