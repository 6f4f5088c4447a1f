import { type Clock, pause, sleep } from '../machinery/clock'
import { messageOf } from '../machinery/message-of'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'
import { CREATE_REVISION, DELETED, EQUAL } from './messages'

/** How long a leader that is gone without a word keeps the others waiting. */
const LEASE_SECONDS = 10
const RENEW_MS = 2_000
/** A leader that etcd has not heard for so long stops before its lease can be over. */
const GIVES_UP_MS = 8_000
const AGAIN_MS = 500

export interface LeadershipParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly realTime: Clock
  /** What others see of who leads. */
  readonly identity: string
  /** A whole number that nobody else has. */
  readonly newLease: () => number
  /** Told when this server begins to lead, and when it no longer does. */
  readonly report: (message: string) => void
}

/**
 * Runs `lead` while this server is the one of all that leads, again for each term; its signal aborts at the term's end. Resolves
 * when `signal` aborts and the lead is given up, so that another server takes over at once.
 *
 * A lease of etcd, not an object of the API, says who leads: etcd counts its time, and the clocks of the servers may be held.
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
      if (why !== told) report(`the leader is not elected: ${why}`)
      told = why
      await pause(realTime, AGAIN_MS, signal)
    }
  }
}

/** One term, if this server gets it; otherwise waits until the leader is gone. */
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
    report('this server leads: its controllers run')
    const led = lead(term.signal)
    await keep(parts, lease, signal)
    term.abort(new DOMException('the term is over', 'AbortError'))
    await led
    if (!signal.aborted) report('this server no longer leads: its controllers are stopped')
  } finally {
    term.abort(new DOMException('the term is over', 'AbortError'))
    await connection.revokeLease(lease).catch(() => undefined) // it ends by itself, later
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
