import {
  ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  credentials,
  Metadata,
} from '@grpc/grpc-js'
import type { Message } from './message-codec'

/** Certificates in PEM. */
export interface EtcdTls {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

const CHANNEL: ClientOptions = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  // etcd closes connections that ping more often than every 5 seconds.
  'grpc.keepalive_time_ms': 6_000,
  'grpc.keepalive_timeout_ms': 3_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.service_config_disable_resolution': 1,
}

/** A channel to the member at a URL; for https it uses `tls`. */
export function channelTo(server: string, tls: EtcdTls): Client {
  const { protocol, host } = new URL(server)
  return new Client(host, protocol === 'https:' ? sslOf(tls) : credentials.createInsecure(), CHANNEL)
}

function sslOf({ ca, cert, key }: EtcdTls): ChannelCredentials {
  const bytes = (pem: string | undefined): Buffer | null => (pem === undefined ? null : Buffer.from(pem))
  return credentials.createSsl(bytes(ca), bytes(key), bytes(cert))
}

const path = (method: string): string => `/etcdserverpb.${method}`

/** One call with one answer, within `deadlineMs` of real time. Rejects with a `ServiceError`. */
export function unary<Q extends object, A extends object>(
  client: Client,
  method: string,
  [request, answer]: readonly [Message<Q>, Message<A>],
  message: Q,
  deadlineMs: number,
): Promise<A> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest<Q, A>(
      path(method),
      (value) => Buffer.from(request.encode(value)),
      (bytes) => answer.decode(bytes),
      message,
      { deadline: Date.now() + deadlineMs },
      (error, response) => (response ? resolve(response) : reject(error ?? new Error('etcd sent no answer'))),
    )
  })
}

/** A bidirectional stream, which ends if the member loses contact with the other members. */
export function duplex<Q extends object, A extends object>(
  client: Client,
  method: string,
  [request, answer]: readonly [Message<Q>, Message<A>],
  deadlineMs?: number,
): ClientDuplexStream<Q, A> {
  const metadata = new Metadata()
  metadata.set('hasleader', 'true')
  return client.makeBidiStreamRequest<Q, A>(
    path(method),
    (value) => Buffer.from(request.encode(value)),
    (bytes) => answer.decode(bytes),
    metadata,
    deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs },
  )
}
