import type { Client, ServiceError } from '@grpc/grpc-js'
import { channelTo, type EtcdTls, unary } from './channel'
import { awayError, isAway, neverSent, storeErrorOf } from './failures'
import type { Message } from './message-codec'

/** Time limit of a call to etcd, in real time. */
const REQUEST_MS = 10_000
/** A member that is silent for this long is left for the next one: it may be suspended with its connections open. */
const SILENT_MS = 1_500
/** Minimum time with one member: if all are slow, switching does not help. */
const STAYS_MS = 3_000

/** One call, with the types of its question and its answer. */
export interface MemberCall<Q extends object, A extends object> {
  readonly method: string
  readonly types: readonly [Message<Q>, Message<A>]
  readonly message: Q
}

/**
 * The members of an etcd cluster, of which one answers everything. If it does not answer, everything, including streams, moves to the next
 * member. Calls that are safe to repeat are then repeated there at once; it is unknown whether others were performed.
 */
export class EtcdMembers {
  readonly #clients: readonly Client[]
  /** The functions that break each stream, with the stream's member. */
  readonly #streams = new Map<(error: ServiceError) => void, Client>()
  /** The functions that repeat each pending call. */
  readonly #asks = new Set<() => void>()
  #at = 0
  #leftAt = -Infinity

  /** `servers` are URLs; those with https use `tls`. */
  constructor(
    private readonly servers: readonly string[],
    tls: EtcdTls,
  ) {
    this.#clients = servers.map((server) => channelTo(server, tls))
  }

  /** Description for messages. */
  get what(): string {
    return `etcd at ${this.servers.join(', ')}`
  }

  get count(): number {
    return this.#clients.length
  }

  /** The member that answers now. */
  get current(): Client {
    return this.#clients[this.#at] as Client
  }

  /** Breaks a stream of this member by `broke` when the member is left. Returns a function to call when the stream has ended. */
  addStream(client: Client, broke: (error: ServiceError) => void): () => void {
    this.#streams.set(broke, client)
    return () => this.#streams.delete(broke)
  }

  /** Moves everything from this member to the next one, unless that has happened already. */
  leave(client: Client, error: ServiceError): void {
    if (this.count === 1 || client !== this.current) return
    this.#at = (this.#at + 1) % this.count
    this.#leftAt = performance.now()
    for (const [broke, at] of this.#streams) if (at === client) broke(error)
    for (const send of [...this.#asks]) send()
  }

  /** For calls that are safe to repeat: if the member is left, the next one is called too, and the first answer counts. */
  ask<Q extends object, A extends object>(call: MemberCall<Q, A>): Promise<A> {
    let send: () => void = () => undefined
    const answer = new Promise<A>((resolve, reject) => {
      let open = 0
      let sent = 0
      send = () => {
        if (sent >= this.count) return
        sent += 1
        open += 1
        this.#send(this.current, call).then(resolve, (error: ServiceError) => {
          open -= 1
          if (open === 0 || !isAway(error)) reject(this.failure(error))
        })
      }
    })
    this.#asks.add(send)
    send()
    return answer.finally(() => this.#asks.delete(send))
  }

  /** For calls that must not be repeated: retried only if the call was never sent. */
  async do<Q extends object, A extends object>(call: MemberCall<Q, A>): Promise<A> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#send(this.current, call)
      } catch (error) {
        const failure = error as ServiceError
        if (!isAway(failure) || !neverSent(failure) || tries >= this.count) throw this.failure(failure)
      }
    }
  }

  /** The error of a failed call as a `StoreError` that names the servers. */
  failure(error: ServiceError): Error {
    return storeErrorOf(error, this.what)
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }

  async #send<Q extends object, A extends object>(
    client: Client,
    { method, types, message }: MemberCall<Q, A>,
  ): Promise<A> {
    const silent = setInterval(() => this.#leaveSilent(client), SILENT_MS)
    try {
      return await unary(client, method, types, message, REQUEST_MS)
    } catch (error) {
      const failure = error as ServiceError
      if (isAway(failure)) this.leave(client, failure)
      throw error
    } finally {
      clearInterval(silent)
    }
  }

  /** Leaves a silent member, unless it was chosen only recently. */
  #leaveSilent(client: Client): void {
    if (performance.now() - this.#leftAt < STAYS_MS) return
    this.leave(client, awayError('the member does not answer'))
  }
}
