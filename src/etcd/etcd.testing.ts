import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killed } from '../testing/killed'
import { until } from '../testing/until'
import type { EtcdTls } from './channel'
import { EtcdConnection } from './connection'

/** Whether this machine has an etcd that tests can run. */
export const HAS_ETCD = spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status === 0
/** Ends the name of tests that are left out without one. */
export const ETCD_MISSING = HAS_ETCD ? '' : ' (left out: this machine has no etcd)'

/** A member of an etcd, in a folder of its own. */
export interface TestEtcd {
  readonly url: string
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** Restarts it over its data; resolves when it answers. */
  start(): Promise<void>
  /** Stops it where it is: its connections stay open, and nothing is answered. */
  freeze(): void
  thaw(): void
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** How clients reach an etcd over TLS. */
export interface TestEtcdTls {
  /** Flags with etcd's certificates. */
  readonly flags: readonly string[]
  /** What the test itself connects with. */
  readonly client: EtcdTls
}

/** Starts one of one member; resolves when it answers. */
export async function startEtcd(tls?: TestEtcdTls): Promise<TestEtcd> {
  const [etcd] = await startEtcds(1, tls)
  return etcd as TestEtcd
}

/** Starts one of several members; resolves when each of them answers. */
export async function startEtcds(count: number, tls?: TestEtcdTls): Promise<readonly TestEtcd[]> {
  for (;;) {
    const members = await etcdSomewhere(count, tls)
    try {
      await Promise.all(members.map((member) => member.start()))
      return members
    } catch {
      // Somebody else took one of their ports first.
      for (const member of members) await member.remove()
    }
  }
}

async function etcdSomewhere(count: number, tls?: TestEtcdTls): Promise<TestEtcd[]> {
  const ports = await freePorts(2 * count)
  const peers = ports.slice(count).map((port) => `http://127.0.0.1:${port}`)
  const cluster = peers.map((peer, n) => `member-${n}=${peer}`).join(',')
  return peers.map((peer, n) => {
    const url = `${tls ? 'https' : 'http'}://127.0.0.1:${ports[n]}`
    const args = [
      ...['--name', `member-${n}`, '--log-level', 'error', ...(tls?.flags ?? [])],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', cluster],
    ]
    return memberOf(url, args, tls?.client)
  })
}

function memberOf(url: string, args: readonly string[], tls?: EtcdTls): TestEtcd {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-etcd-'))
  let running: ChildProcess | undefined
  // A test that is ended from outside must not leave its etcd behind.
  const leave = (): void => void running?.kill('SIGKILL')
  process.once('exit', leave)
  const etcd: TestEtcd = {
    url,
    async kill() {
      const child = running
      running = undefined
      await killed(child)
    },
    async start() {
      const child = (running = spawn('etcd', ['--data-dir', folder, ...args], { stdio: 'ignore' }))
      const connection = new EtcdConnection([url], tls)
      const answers = () => connection.range({ key: 'any' }).then(Boolean, () => false)
      await until(answers, (answered) => answered || child.exitCode !== null).finally(() => connection.close())
      if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}`)
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async remove() {
      await etcd.kill()
      process.off('exit', leave)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return etcd
}

/** Ports that are free at the moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
