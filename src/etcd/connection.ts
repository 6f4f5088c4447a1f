import type { Client, ClientDuplexStream, ServiceError } from '@grpc/grpc-js'
import { duplex, type EtcdTls } from './channel'
import { awayError, isAway } from './failures'
import { EtcdMembers } from './members'
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

/** Time limit of a member to start a watch, or to renew a lease. */
const BEGINS_MS = 3_000

/** Calls to an etcd cluster through its members: see `EtcdMembers` for what happens when one of them does not answer. */
export class EtcdConnection {
  readonly #members: EtcdMembers

  /** `servers` are URLs; those with https use `tls`. */
  constructor(
    readonly servers: readonly string[],
    tls: EtcdTls = {},
  ) {
    this.#members = new EtcdMembers(servers, tls)
  }

  /** Description for messages. */
  get what(): string {
    return this.#members.what
  }

  /** Number of members. */
  get count(): number {
    return this.#members.count
  }

  range(request: RangeRequest): Promise<RangeResponse> {
    return this.#members.ask({ method: 'KV/Range', types: [RANGE_REQUEST, RANGE_RESPONSE], message: request })
  }
  txn(request: TxnRequest): Promise<TxnResponse> {
    return this.#members.do({ method: 'KV/Txn', types: [TXN_REQUEST, TXN_RESPONSE], message: request })
  }
  async compact(revision: number): Promise<void> {
    await this.#members.do({ method: 'KV/Compact', types: [COMPACTION_REQUEST, ANY_RESPONSE], message: { revision } })
  }
  async grantLease(id: number, ttlSeconds: number): Promise<void> {
    const message = { id, ttl: ttlSeconds }
    await this.#members.do({ method: 'Lease/LeaseGrant', types: [LEASE_GRANT_REQUEST, ANY_RESPONSE], message })
  }
  async revokeLease(id: number): Promise<void> {
    await this.#members.ask({ method: 'Lease/LeaseRevoke', types: [LEASE_REQUEST, ANY_RESPONSE], message: { id } })
  }

  /** Renews a lease; resolves with its remaining seconds, 0 if it has expired. */
  async keepAlive(id: number): Promise<number> {
    for (let tries = 1; ; tries++) {
      const client = this.#members.current
      try {
        return await prolong(client, id)
      } catch (error) {
        const failure = error as ServiceError
        if (isAway(failure)) this.#members.leave(client, failure)
        if (!isAway(failure) || tries >= this.count) throw this.#members.failure(failure)
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
    const client = this.#members.current
    const stream = duplex(client, 'Watch/Watch', [WATCH_REQUEST, WATCH_RESPONSE])
    let broke: (error: ServiceError) => void = () => undefined
    let stop = (): void => undefined
    let over = false
    const away = (error: ServiceError): void => {
      if (over) return
      this.#members.leave(client, error)
      broke(error)
    }
    const late = setTimeout(() => away(awayError('the watch does not begin')), BEGINS_MS)
    const watching = new Promise<WatchResponse | undefined>((resolve, reject) => {
      broke = (error) => reject(this.#members.failure(error))
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
    const ended = this.#members.addStream(client, broke)
    stream.write(request)
    return watching.finally(() => {
      over = true
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
      ended()
      stream.cancel()
    })
  }

  close(): void {
    this.#members.close()
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
