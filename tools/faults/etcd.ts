import { startEtcds, type TestEtcd } from '../../src/etcd/etcd.testing'
import { ask, Clients, MAPS } from './etcd-clients'
import { Follower, listed } from './etcd-follower'
import { type Servers, startServers } from './etcd-servers'
import { isLinearizable, shrink as shrinkHistory } from './linearizable'
import { randomOf } from './random'
import { shrinkList } from './shrink'
import { planOf, type Step } from './storm-plan'
import { watchProblems } from './watch-checks'

/** Faults of an etcd member, or of a server over it, while clients write. */
const KINDS = { kill: 5, freeze: 3, server: 1 } as const
type Kind = keyof typeof KINDS

const MEMBERS = 3
const CLIENTS = 12
const KEYS = 5
const OPERATIONS = 36
/** Maximum time that a member is away. */
const AWAY_MS = 2_500
/** How long servers may take to become ready once all etcd members are back. */
const PATIENCE_MS = 60_000

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves with whether the condition became true in time. */
async function comes(asks: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) if (await asks()) return true
  return false
}

/** Three etcd members, two servers, clients that write through both, and watches that switch between them. */
class EtcdStorm {
  readonly problems: string[] = []
  readonly clients: Clients
  readonly followers: readonly Follower[]
  readonly #addresses: readonly string[]

  constructor(
    private readonly members: readonly TestEtcd[],
    private readonly servers: Servers,
    random: () => number,
  ) {
    const addresses = servers.all.map(({ address }) => address)
    this.#addresses = addresses
    this.clients = new Clients(addresses)
    this.followers = [new Follower(addresses, random), new Follower([...addresses].reverse(), random)]
  }

  async begin(): Promise<void> {
    const made = await ask(this.#addresses[0] ?? '', 'POST', '/api/v1/namespaces', { metadata: { name: 'storm' } })
    if (made.status !== 201) throw new Error(`the namespace was answered ${made.status}`)
    for (const follower of this.followers) await follower.start()
  }

  /** One fault under load, on keys of its own; the affected process is running again at the end. */
  async step({ kind, seed }: Step<Kind>, number: number): Promise<void> {
    const random = randomOf(seed)
    const name = `${number}`
    const work = Array.from({ length: CLIENTS }, async (_, client) => {
      const own = randomOf(seed * 31 + client)
      for (let i = 0; i < OPERATIONS; i++) await this.clients.one(name, KEYS, own)
    })
    await wait(random() * 200)
    await this.#break(kind, random)
    await Promise.all(work)
    for (const [key, history] of this.clients.histories) {
      if (isLinearizable(history)) continue
      this.problems.push(`${key} is not linearizable: ${JSON.stringify(await shrinkHistory(history))}`)
    }
    this.clients.histories.clear()
    for (const { problems } of this.followers) this.problems.push(...problems)
  }

  async #break(kind: Kind, random: () => number): Promise<void> {
    if (kind === 'server') {
      const server = this.servers.all[Math.floor(random() * this.servers.all.length)]
      await server?.kill()
      await server?.start()
      return
    }
    const member = this.members[Math.floor(random() * MEMBERS)]
    const awayMs = random() * AWAY_MS
    if (kind === 'kill') {
      await member?.kill()
      await wait(awayMs)
      await member?.start()
      return
    }
    member?.freeze()
    await wait(awayMs)
    member?.thaw()
  }

  /** All is well again: both servers are ready, have the same state, lead, and every watch is complete. */
  async finish(): Promise<void> {
    for (const at of this.#addresses) {
      const ready = await comes(
        async () =>
          (await fetch(`${at}/readyz`).then(
            ({ status }) => status,
            () => 0,
          )) === 200,
      )
      if (!ready) this.problems.push(`${at} is not ready again: ${this.servers.said.slice(-5).join('; ')}`)
    }
    await this.#leads()
    const [one = '', other = ''] = this.#addresses
    const last = await ask(one, 'POST', MAPS, { metadata: { name: 'last' } })
    if (last.status !== 201) return void this.problems.push(`the last write was answered ${last.status}`)
    const version = Number(last.body.metadata.resourceVersion)
    const told = await comes(() => this.followers.every((follower) => follower.reached(version)))
    if (!told) this.problems.push('a watch does not come to the last version')
    for (const follower of this.followers) await follower.stop()
    const { names } = await listed(one)
    const same = await listed(other)
    if (JSON.stringify([...names]) !== JSON.stringify([...same.names])) this.problems.push('the servers differ')
    for (const { followed } of this.followers)
      this.problems.push(...watchProblems(followed, this.clients.written, names))
  }

  /** Checks that a server runs the controllers: one of them creates the account of a new namespace. */
  async #leads(): Promise<void> {
    const [at = ''] = this.#addresses
    await ask(at, 'POST', '/api/v1/namespaces', { metadata: { name: 'led' } })
    const path = '/api/v1/namespaces/led/serviceaccounts/default'
    if (!(await comes(async () => (await ask(at, 'GET', path)).status === 200)))
      this.problems.push('nobody runs the controllers')
  }
}

interface Outcome {
  readonly problems: readonly string[]
  readonly done: readonly Step<Kind>[]
  readonly told: string
}

async function run(
  plan: readonly Step<Kind>[],
  until: number,
  most: number,
  log: (text: string) => void,
): Promise<Outcome> {
  const members = await startEtcds(MEMBERS)
  const servers = await startServers(
    2,
    members.map(({ url }) => url),
  )
  const storm = new EtcdStorm(members, servers, randomOf(plan[0]?.seed ?? 0))
  const { clients, problems, followers } = storm
  const done: Step<Kind>[] = []
  const told = (): string => {
    const counts = Object.keys(KINDS).map((kind) => `${done.filter((step) => step.kind === kind).length} ${kind}`)
    const resumed = followers.reduce((sum, { resumptions }) => sum + resumptions, 0)
    return `${counts.join(', ')}; ${clients.count} operations, ${clients.unknown} without an answer, the slowest ${(clients.slowest / 1000).toFixed(1)} s; ${resumed} watches`
  }
  try {
    await storm.begin()
    for (const [number, step] of plan.entries()) {
      if (Date.now() > until || clients.count >= most) break
      done.push(step)
      await storm.step(step, number)
      if (done.length % 10 === 0) log(told())
      if (problems.length > 0) break
    }
    await storm.finish()
  } catch (error) {
    problems.push(`step ${done.length}: ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    for (const follower of followers) await follower.stop()
    await servers.end()
    for (const member of members) await member.remove()
  }
  return { problems, done, told: told() }
}

/**
 * Breaks members of an etcd, one at a time, under two servers, until the time is over or enough operations were done. A failure is shrunk
 * to a few steps. Returns the problems.
 */
export async function runEtcdStorm(
  seed: number,
  minutes: number,
  operations: number,
  log: (text: string) => void,
): Promise<readonly string[]> {
  const steps = Math.ceil(operations / (CLIENTS * OPERATIONS))
  const parts = Object.values(KINDS).reduce((sum, part) => sum + part, 0)
  const counts = Object.fromEntries(
    Object.entries(KINDS).map(([kind, part]) => [kind, Math.ceil((steps * part) / parts)]),
  ) as Record<Kind, number>
  const plan = planOf(seed, counts)
  const { problems, done, told } = await run(plan, Date.now() + minutes * 60_000, operations, log)
  log(told)
  if (problems.length === 0) return []
  log(`${problems.join('\n')}\nshrinking`)
  const quiet = (): void => undefined
  const fails = async (shorter: readonly Step<Kind>[]): Promise<boolean> =>
    (await run(shorter, Infinity, Infinity, quiet)).problems.length > 0
  const small = await shrinkList(done, fails, 8)
  return [...problems, `steps that fail: ${JSON.stringify(small)}`]
}
