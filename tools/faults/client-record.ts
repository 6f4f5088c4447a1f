import type { NotedMap } from './followed-maps'
import type { Operation } from './linearizable'

/** The calls and answers of the clients of a round. Time is a counter that they share. */
export class ClientRecord {
  readonly histories = new Map<string, Operation[]>()
  /** Versions that answers reported. */
  readonly written = new Set<number>()
  #time = 0
  #tokens = 0

  tick(): number {
    return ++this.#time
  }
  /** The end of an operation: never, if the client does not know whether it was performed. */
  end(outcome: Exclude<Operation, { kind: 'read' }>['outcome']): number {
    return outcome === 'unknown' ? Infinity : this.tick()
  }
  newToken(client: number): string {
    return `token-${client}-${++this.#tokens}`
  }
  of(key: string): Operation[] {
    const history = this.histories.get(key) ?? []
    this.histories.set(key, history)
    return history
  }
  async noteWritten(answer: Response): Promise<void> {
    const { metadata } = (await answer.json()) as NotedMap
    if (answer.ok && metadata.resourceVersion) this.written.add(Number(metadata.resourceVersion))
  }
}
