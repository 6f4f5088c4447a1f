import type { Client, ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { channelTo, duplex, type EtcdTls, unary } from './channel'
import { awayError, isAway, neverSent, storeErrorOf } from './failures'
import type { Message } from './message-codec'
import {
  ANY_RESPONSE,
  COMPACTION_REQUEST,
  LEASE_GRANT_REQUEST,
  LEASE_KEEP_ALIVE_RESPONSE,
  LEASE_REQUEST,
  type LeaseKeepAliveResponse,
  RANGE_REQUEST,
  RANGE_RESPONSE,
  type RangeRequest,
  type RangeResponse,
  TXN_REQUEST,
  TXN_RESPONSE,
  type TxnRequest,
  type TxnResponse,
  WATCH_REQUEST,
  WATCH_RESPONSE,
  type WatchRequest,
  type WatchResponse,
} from './messages'

/** Time limit of a call to etcd, in real time. */
const REQUEST_MS = 10_000
/** A member that is silent for this long is left for the next one: it may be suspended with its connections open. */
const SILENT_MS = 1_500
/** Minimum time with one member: if all are slow, switching does not help. */
const STAYS_MS = 3_000
/** Time limit of a member to start a watch, or to renew a lease. */
const BEGINS_MS = 3_000

interface Call<Q extends object, A extends object> {
  readonly method: string
  readonly types: readonly [Message<Q>, Message<A>]
  readonly message: Q
}

/**
 * Calls to one of several members of an etcd cluster; all go to the same member. If it does not answer, everything, including streams,
 * moves to the next member. Calls that are safe to repeat are then repeated there at once; it is unknown whether others were performed.
 */
export class EtcdConnection {
  readonly #clients: readonly Client[]
  /** The functions that break each stream, with the stream's member. */
  readonly #streams = new Map<(error: ServiceError) => void, Client>()
  /** The functions that repeat each pending call. */
  readonly #asks = new Set<() => void>()
  #at = 0
  #leftAt = -Infinity

  /** `servers` are URLs; those with https use `tls`. */
  constructor(
    readonly servers: readonly string[],
    tls: EtcdTls = {},
  ) {
    this.#clients = servers.map((server) => channelTo(server, tls))
  }

  /** Description for messages. */
  get what(): string {
    return `etcd at ${this.servers.join(', ')}`
  }

  /** Number of members. */
  get count(): number {
    return this.#clients.length
  }

  range(request: RangeRequest): Promise<RangeResponse> {
    return this.#ask({ method: 'KV/Range', types: [RANGE_REQUEST, RANGE_RESPONSE], message: request })
  }
  txn(request: TxnRequest): Promise<TxnResponse> {
    return this.#do({ method: 'KV/Txn', types: [TXN_REQUEST, TXN_RESPONSE], message: request })
  }
  async compact(revision: number): Promise<void> {
    await this.#do({ method: 'KV/Compact', types: [COMPACTION_REQUEST, ANY_RESPONSE], message: { revision } })
  }
  async grantLease(id: number, ttlSeconds: number): Promise<void> {
    const message = { id, ttl: ttlSeconds }
    await this.#do({ method: 'Lease/LeaseGrant', types: [LEASE_GRANT_REQUEST, ANY_RESPONSE], message })
  }
  async revokeLease(id: number): Promise<void> {
    await this.#ask({ method: 'Lease/LeaseRevoke', types: [LEASE_REQUEST, ANY_RESPONSE], message: { id } })
  }

  /** Renews a lease; resolves with its remaining seconds, 0 if it has expired. */
  async keepAlive(id: number): Promise<number> {
    for (let tries = 1; ; tries++) {
      const client = this.#client
      try {
        return await prolong(client, id)
      } catch (error) {
        const failure = error as ServiceError
        if (isAway(failure)) this.#leave(client, failure)
        if (!isAway(failure) || tries >= this.count) throw this.#failure(failure)
      }
    }
  }

  /**
   * Watches until `signal` aborts, the stream ends or etcd cancels it. Resolves with the last answer if etcd canceled it; rejects with a
   * `StoreError` if the stream broke, or with the error that `take` threw. It also breaks if the connection moves to another member, or the
   * member loses contact with the others.
   */
  watch(
    request: WatchRequest,
    signal: AbortSignal,
    take: (response: WatchResponse) => void,
  ): Promise<WatchResponse | undefined> {
    const client = this.#client
    const stream = duplex(client, 'Watch/Watch', [WATCH_REQUEST, WATCH_RESPONSE])
    let broke: (error: ServiceError) => void = () => undefined
    let stop = (): void => undefined
    let over = false
    const away = (error: ServiceError): void => {
      if (over) return
      this.#leave(client, error)
      broke(error)
    }
    const late = setTimeout(() => away(awayError('the watch does not begin')), BEGINS_MS)
    const watching = new Promise<WatchResponse | undefined>((resolve, reject) => {
      broke = (error) => reject(this.#failure(error))
      stop = () => resolve(undefined)
      stream.on('data', (response: WatchResponse) => {
        if (over || signal.aborted) return
        if (response.created) clearTimeout(late)
        if (response.canceled) return resolve(response)
        try {
          take(response)
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
    stream.on('error', away)
    stream.on('end', () => away(awayError('the stream ended')))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    this.#streams.set(broke, client)
    stream.write(request)
    return watching.finally(() => {
      over = true
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      this.#streams.delete(broke)
      stream.cancel()
    })
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }

  get #client(): Client {
    return this.#clients[this.#at] as Client
  }

  /** Moves everything from this member to the next one, unless that has happened already. */
  #leave(client: Client, error: ServiceError): void {
    if (this.count === 1 || client !== this.#client) return
    this.#at = (this.#at + 1) % this.count
    this.#leftAt = performance.now()
    for (const [broke, at] of this.#streams) if (at === client) broke(error)
    for (const send of [...this.#asks]) send()
  }

  /** Leaves a silent member, unless it was chosen only recently. */
  #leaveSilent(client: Client): void {
    if (performance.now() - this.#leftAt < STAYS_MS) return
    this.#leave(client, awayError('the member does not answer'))
  }

  /** For calls that are safe to repeat: if the member is left, the next one is called too, and the first answer counts. */
  #ask<Q extends object, A extends object>(call: Call<Q, A>): Promise<A> {
    let send: () => void = () => undefined
    const answer = new Promise<A>((resolve, reject) => {
      let open = 0
      let sent = 0
      send = () => {
        if (sent >= this.count) return
        sent += 1
        open += 1
        this.#send(this.#client, call).then(resolve, (error: ServiceError) => {
          open -= 1
          if (open === 0 || !isAway(error)) reject(this.#failure(error))
        })
      }
    })
    this.#asks.add(send)
    send()
    return answer.finally(() => this.#asks.delete(send))
  }

  /** For calls that must not be repeated: retried only if the call was never sent. */
  async #do<Q extends object, A extends object>(call: Call<Q, A>): Promise<A> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#send(this.#client, call)
      } catch (error) {
        const failure = error as ServiceError
        if (!isAway(failure) || !neverSent(failure) || tries >= this.count) throw this.#failure(failure)
      }
    }
  }

  async #send<Q extends object, A extends object>(client: Client, { method, types, message }: Call<Q, A>): Promise<A> {
    const silent = setInterval(() => this.#leaveSilent(client), SILENT_MS)
    try {
      return await unary(client, method, types, message, REQUEST_MS)
    } catch (error) {
      const failure = error as ServiceError
      if (isAway(failure)) this.#leave(client, failure)
      throw error
    } finally {
      clearInterval(silent)
    }
  }

  #failure(error: ServiceError): Error {
    return storeErrorOf(error, this.what)
  }
}

function prolong(client: Client, id: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const stream: ClientDuplexStream<{ id: number }, LeaseKeepAliveResponse> = duplex(
      client,
      'Lease/LeaseKeepAlive',
      [LEASE_REQUEST, LEASE_KEEP_ALIVE_RESPONSE],
      BEGINS_MS,
    )
    stream.on('data', ({ ttl = 0 }: LeaseKeepAliveResponse) => {
      resolve(ttl)
      stream.cancel()
    })
    stream.on('error', reject)
    stream.on('end', () => reject(awayError('the stream ended')))
    stream.write({ id })
    stream.end()
  })
}
