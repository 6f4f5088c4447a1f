import { type Clock, pause, sleep } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'
import { CREATE_REVISION, DELETED, EQUAL } from './messages'

/** How long other servers wait after a leader has disappeared. */
const LEASE_SECONDS = 10
const RENEW_MS = 2_000
/** A leader that could not renew its lease for this long stops before the lease can expire. */
const GIVES_UP_MS = 8_000
const AGAIN_MS = 500

/** How servers agree on the one that runs controllers. */
export interface LeadershipParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly realTime: Clock
  /** The leader's identity for other servers. */
  readonly identity: string
  /** Returns an integer that no other server uses. */
  readonly newLease: () => number
  /** Called when this server starts and stops leading. */
  readonly report: (message: string) => void
}

/**
 * Runs `lead` while this server is the leader, again for each term; its signal aborts at the term's end. Resolves when `signal` aborts and
 * leadership is released, so that another server takes over at once. The leader holds a lease of etcd, not an object of the API: etcd
 * measures its time, whereas the clocks of the servers may be held.
 */
export async function campaign(
  parts: LeadershipParts,
  signal: AbortSignal,
  lead: (term: AbortSignal) => Promise<void>,
): Promise<void> {
  const { realTime, report } = parts
  let told: string | undefined
  const stopped = (): boolean => signal.aborted
  while (!stopped()) {
    try {
      await serveTerm(parts, signal, lead)
      told = undefined
    } catch (error) {
      const why = messageOf(error)
      if (stopped()) return
      if (why !== told) report(`leader election failed: ${why}`)
      told = why
      await pause(realTime, AGAIN_MS, signal)
    }
  }
}

/** Serves one term if this server becomes the leader; otherwise waits until the leader is gone. */
async function serveTerm(
  parts: LeadershipParts,
  signal: AbortSignal,
  lead: (term: AbortSignal) => Promise<void>,
): Promise<void> {
  const { connection, keyspace, identity, newLease, report } = parts
  const key = keyspace.own('leader')
  const { kvs, header } = await connection.range({ key })
  if (kvs.length > 0) return untilDeleted(connection, key, (header?.revision ?? 0) + 1, signal)
  const lease = newLease()
  await connection.grantLease(lease, LEASE_SECONDS)
  const term = new AbortController()
  try {
    const { succeeded } = await connection.txn({
      compare: [{ result: EQUAL, target: CREATE_REVISION, key, create_revision: 0 }],
      success: [{ request_put: { key, value: identity, lease } }],
    })
    if (!succeeded) return
    report('this server is the leader now and runs the controllers')
    const led = lead(term.signal)
    await keep(parts, lease, signal)
    term.abort(new DOMException('the term is over', 'AbortError'))
    await led
    if (!signal.aborted) report('this server is no longer the leader and has stopped its controllers')
  } finally {
    term.abort(new DOMException('the term is over', 'AbortError'))
    await connection.revokeLease(lease).catch(() => undefined) // it expires by itself
  }
}

/** Renews the lease until it is lost or the signal aborts. */
async function keep({ connection, realTime }: LeadershipParts, lease: number, signal: AbortSignal): Promise<void> {
  let heard = realTime.steady()
  while (!signal.aborted) {
    await pause(realTime, RENEW_MS, signal)
    if (signal.aborted) return
    const asked = realTime.steady()
    const left = GIVES_UP_MS - (asked - heard)
    if (left <= 0) return
    const renewed = connection.keepAlive(lease).then(
      (seconds) => (seconds > 0 ? 'kept' : 'lost'),
      () => 'unknown',
    )
    const late = new AbortController()
    const answer = await Promise.race([
      renewed,
      sleep(realTime, left, late.signal).then(
        () => 'lost',
        () => 'unknown',
      ),
    ])
    late.abort()
    if (answer === 'lost') return
    if (answer === 'kept') heard = asked
  }
}

/** Resolves when the key is deleted after `revision`, or the signal aborts. */
async function untilDeleted(
  connection: EtcdConnection,
  key: string,
  revision: number,
  signal: AbortSignal,
): Promise<void> {
  const gone = new AbortController()
  const request = { key, start_revision: revision }
  const either = AbortSignal.any([signal, gone.signal])
  await connection.watch({ create_request: request }, either, ({ events }) => {
    if (events.some(({ type }) => type === DELETED)) gone.abort()
  })
}
