import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { killed } from '../../src/testing/killed'

/** Token of the clients. */
export const TOKEN = 'storm-token'

/** A headless server in a process of its own. */
export interface Server {
  /** Its address, which stays the same after a kill. */
  readonly address: string
  /** Terminates it at once, like a crash. */
  kill(): Promise<void>
  /** Starts it again; resolves when it serves. */
  start(): Promise<void>
}

/** Servers over one etcd. */
export interface Servers {
  readonly all: readonly Server[]
  /** The last lines of their standard error. */
  readonly said: readonly string[]
  end(): Promise<void>
}

const KEPT_LINES = 200

/** Starts `count` servers over the etcd at these URLs, on ports of their own; resolves when all of them serve. */
export async function startServers(count: number, etcds: readonly string[]): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-servers-'))
  await writeFile(join(folder, 'tokens.csv'), `${TOKEN},storm,1,"system:masters"\n`)
  const flags = [`--etcd-servers=${etcds.join(',')}`, `--token-auth-file=${join(folder, 'tokens.csv')}`]
  const said: string[] = []
  const say = (line: string): void => {
    said.push(line)
    if (said.length > KEPT_LINES) said.shift()
  }
  const all = await Promise.all(
    Array.from({ length: count }, (_, n) => startServer(flags, (line) => say(`${n}: ${line}`))),
  )
  return {
    all,
    said,
    async end() {
      for (const server of all) await server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startServer(flags: readonly string[], say: (line: string) => void): Promise<Server> {
  let running: ChildProcess | undefined
  process.once('exit', () => running?.kill('SIGKILL'))
  const start = async (port: string): Promise<string> => {
    const child = (running = spawn(process.execPath, ['tools/serve.mjs', `--port=${port}`, ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }))
    createInterface(child.stderr).on('line', say)
    return new Promise((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        const address = / at (http\S+)/.exec(line)?.[1]
        if (address) resolve(address)
      })
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
  }
  const address = await start('0')
  return {
    address,
    async kill() {
      const child = running
      running = undefined
      await killed(child)
    },
    start: async () => void (await start(new URL(address).port)),
  }
}
