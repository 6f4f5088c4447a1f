import {
  ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { StoreError } from '../store/store'
import {
  ANY_RESPONSE,
  COMPACTION_REQUEST,
  LEASE_GRANT_REQUEST,
  LEASE_KEEP_ALIVE_RESPONSE,
  LEASE_REQUEST,
  type LeaseKeepAliveResponse,
  type Message,
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

/** Certificates in PEM. */
export interface EtcdTls {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** How long an answer of etcd is waited for, in real time. */
const REQUEST_MS = 10_000

const CHANNEL: ClientOptions = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // etcd closes connections that ask more often than every 5 seconds.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.service_config_disable_resolution': 1,
}

/** What the library says of a call that never left. Such a call can be sent elsewhere, whatever it does. */
const NEVER_SENT = /No connection established|Name resolution failed/

const AWAY: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNKNOWN,
])

/** Whether etcd answered that history no longer reaches back so far. */
export const isCompacted = (error: unknown): boolean =>
  error instanceof StoreError && (error.cause as Partial<ServiceError> | undefined)?.code === status.OUT_OF_RANGE

/** Calls to one of several etcds that are one; a member that does not answer is left for the next one. */
export class EtcdConnection {
  readonly #clients: readonly Client[]
  #at = 0

  /** `servers` are URLs; those with https use `tls`. */
  constructor(
    readonly servers: readonly string[],
    tls: EtcdTls = {},
  ) {
    this.#clients = servers.map((server) => {
      const { protocol, host } = new URL(server)
      return new Client(host, protocol === 'https:' ? sslOf(tls) : credentials.createInsecure(), CHANNEL)
    })
  }

  /** What a person knows it by. */
  get what(): string {
    return `etcd at ${this.servers.join(', ')}`
  }

  /** How many members there are to turn to. */
  get count(): number {
    return this.#clients.length
  }

  range(request: RangeRequest): Promise<RangeResponse> {
    return this.#call('KV/Range', RANGE_REQUEST, RANGE_RESPONSE, request, true)
  }
  txn(request: TxnRequest): Promise<TxnResponse> {
    return this.#call('KV/Txn', TXN_REQUEST, TXN_RESPONSE, request)
  }
  async compact(revision: number): Promise<void> {
    await this.#call('KV/Compact', COMPACTION_REQUEST, ANY_RESPONSE, { revision })
  }
  async grantLease(id: number, ttlSeconds: number): Promise<void> {
    await this.#call('Lease/LeaseGrant', LEASE_GRANT_REQUEST, ANY_RESPONSE, { id, ttl: ttlSeconds })
  }
  async revokeLease(id: number): Promise<void> {
    await this.#call('Lease/LeaseRevoke', LEASE_REQUEST, ANY_RESPONSE, { id }, true)
  }

  /** Prolongs a lease; resolves with the seconds that it has left, 0 when it is over. */
  keepAlive(id: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const stream = this.#stream<{ id: number }, LeaseKeepAliveResponse>(
        'Lease/LeaseKeepAlive',
        LEASE_REQUEST,
        LEASE_KEEP_ALIVE_RESPONSE,
        Date.now() + REQUEST_MS,
      )
      stream.on('data', ({ ttl = 0 }: LeaseKeepAliveResponse) => {
        resolve(ttl)
        stream.cancel()
      })
      stream.on('error', (error: ServiceError) => reject(this.#failure(error)))
      stream.write({ id })
      stream.end()
    })
  }

  /**
   * Watches until `signal` aborts, the stream ends or etcd cancels it. Resolves with the last answer when etcd canceled it;
   * rejects with a `StoreError` when the stream broke. It breaks, too, when the member it goes to has lost the others.
   */
  watch(
    request: WatchRequest,
    signal: AbortSignal,
    take: (response: WatchResponse) => void,
  ): Promise<WatchResponse | undefined> {
    return new Promise((resolve, reject) => {
      const stream = this.#stream<WatchRequest, WatchResponse>('Watch/Watch', WATCH_REQUEST, WATCH_RESPONSE)
      const stop = (): void => {
        resolve(undefined)
        stream.cancel()
      }
      const over = (): void => signal.removeEventListener('abort', stop)
      stream.on('data', (response: WatchResponse) => {
        if (signal.aborted) return
        if (!response.canceled) return take(response)
        resolve(response)
        stream.cancel()
      })
      const broke = (error: ServiceError): void => {
        over()
        this.#next()
        reject(this.#failure(error))
      }
      stream.on('error', broke)
      stream.on('end', () => broke(Object.assign(new Error('the stream ended'), ENDED)))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      stream.write(request)
    })
  }

  close(): void {
    for (const client of this.#clients) client.close()
  }

  get #client(): Client {
    return this.#clients[this.#at % this.#clients.length] as Client
  }

  #next(): void {
    this.#at = (this.#at + 1) % this.#clients.length
  }

  /** `again` for what may be asked twice. */
  async #call<Q extends object, A extends object>(
    method: string,
    request: Message<Q>,
    answer: Message<A>,
    message: Q,
    again = false,
  ): Promise<A> {
    for (let tries = 1; ; tries++) {
      const client = this.#client
      try {
        return await unary(client, method, request, answer, message)
      } catch (error) {
        const failure = error as ServiceError
        const away = AWAY.has(failure.code)
        // Others may have gone on already.
        if (away && client === this.#client) this.#next()
        const repeats = away && (again || NEVER_SENT.test(failure.details))
        if (!repeats || tries >= this.#clients.length) throw this.#failure(failure)
      }
    }
  }

  #stream<Q extends object, A extends object>(
    method: string,
    request: Message<Q>,
    answer: Message<A>,
    deadline?: number,
  ): ClientDuplexStream<Q, A> {
    const metadata = new Metadata()
    metadata.set('hasleader', 'true')
    return this.#client.makeBidiStreamRequest<Q, A>(
      path(method),
      (value) => Buffer.from(request.encode(value)),
      (bytes) => answer.decode(bytes),
      metadata,
      deadline === undefined ? {} : { deadline },
    )
  }

  /** What went wrong, as the store tells it. */
  #failure(error: ServiceError): StoreError {
    const where = this.what
    const options = { cause: error }
    // The library ends its text with a note that is empty here.
    const said = (error.details || error.message).replace(/ Resolution note: *$/, '')
    if (AWAY.has(error.code)) return new StoreError('unreachable', `${where} does not answer: ${said}`, options)
    if (error.code === status.RESOURCE_EXHAUSTED)
      return new StoreError('quota-exceeded', `${where} takes no more: ${said}`, options)
    if (error.code === status.INVALID_ARGUMENT && /too large/.test(said))
      return new StoreError('too-large', said, options)
    return new StoreError('write-failed', `${where} refused: ${said}`, options)
  }
}

const ENDED = { code: status.UNAVAILABLE, details: 'the stream ended', metadata: new Metadata() }

const path = (method: string): string => `/etcdserverpb.${method}`

function sslOf({ ca, cert, key }: EtcdTls): ChannelCredentials {
  const bytes = (pem: string | undefined): Buffer | null => (pem === undefined ? null : Buffer.from(pem))
  return credentials.createSsl(bytes(ca), bytes(key), bytes(cert))
}

function unary<Q extends object, A extends object>(
  client: Client,
  method: string,
  request: Message<Q>,
  answer: Message<A>,
  message: Q,
): Promise<A> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest<Q, A>(
      path(method),
      (value) => Buffer.from(request.encode(value)),
      (bytes) => answer.decode(bytes),
      message,
      { deadline: Date.now() + REQUEST_MS },
      (error, response) => (response ? resolve(response) : reject(error ?? new Error('etcd sent no answer'))),
    )
  })
}
