import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../testing/until'
import { EtcdConnection } from './connection'

/** Whether this machine has an etcd that tests can run. */
export const HAS_ETCD = spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status === 0
/** Ends the name of tests that are left out without one. */
export const ETCD_MISSING = HAS_ETCD ? '' : ' (left out: this machine has no etcd)'

/** An etcd of one member in a folder of its own. */
export interface TestEtcd {
  readonly url: string
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>
  /** Starts it again over what it kept; resolves when it answers. */
  start(): Promise<void>
  /** Ends it and deletes what it kept. */
  remove(): Promise<void>
}

/** Starts one; resolves when it answers. */
export async function startEtcd(): Promise<TestEtcd> {
  for (;;) {
    const etcd = await etcdSomewhere()
    if (
      await etcd.start().then(
        () => true,
        () => false,
      )
    )
      return etcd
    // Somebody else took one of its ports first.
    await etcd.remove()
  }
}

async function etcdSomewhere(): Promise<TestEtcd> {
  const folder = mkdtempSync(join(tmpdir(), 'orchard-etcd-'))
  const [client, peer] = await freePorts()
  const [url, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const args = [
    ...['--name', 'one', '--data-dir', folder, '--log-level', 'error'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `one=${peerUrl}`],
  ]
  let running: ChildProcess | undefined
  const etcd: TestEtcd = {
    url,
    async kill() {
      const process = running
      running = undefined
      if (!process || process.exitCode !== null) return
      const ended = new Promise((resolve) => process.once('exit', resolve))
      process.kill('SIGKILL')
      await ended
    },
    async start() {
      const process = (running = spawn('etcd', args, { stdio: 'ignore' }))
      const connection = new EtcdConnection([url])
      const answers = () => connection.range({ key: 'any' }).then(Boolean, () => false)
      await until(answers, (answered) => answered || process.exitCode !== null).finally(() => connection.close())
      if (process.exitCode !== null) throw new Error(`etcd ended with ${process.exitCode}`)
    },
    async remove() {
      await etcd.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return etcd
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return [ports[0] ?? 0, ports[1] ?? 0]
}
