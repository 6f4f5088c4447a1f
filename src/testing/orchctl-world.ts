import { FileMissing, type Files } from '../orchctl/core/io'
import { run } from '../orchctl/run'
import { appendHeaders } from '../machinery/header-lines'
import { withHeaders } from '../machinery/request'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN, type UserInfo } from '../machinery/user'
import { startCluster, type TestCluster } from './cluster'

/** Exit code and output of a command line. */
export interface CommandOutcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The command-line client against a cluster in memory, with files in memory. */
export interface OrchctlWorld {
  readonly cluster: TestCluster
  /** Files that commands read and write. */
  readonly files: Map<string, string>
  /** Runs a command line; single quotes group words. */
  orchctl(
    line: string,
    options?: { stdin?: string; user?: UserInfo; edit?: (text: string) => string },
  ): Promise<CommandOutcome>
  stop(): Promise<void>
}

const encoder = new TextEncoder()

function memoryFiles(files: Map<string, string>): Files {
  const below = (path: string): string[] => [...files.keys()].filter((name) => name.startsWith(`${path}/`))
  return {
    read: (path) => {
      const text = files.get(path)
      return text === undefined ? Promise.reject(new FileMissing(path)) : Promise.resolve(encoder.encode(text))
    },
    write: (path, content) => Promise.resolve(void files.set(path, content)),
    kind: (path) => Promise.resolve(files.has(path) ? 'file' : below(path).length > 0 ? 'directory' : undefined),
    list: (path) =>
      Promise.resolve([...new Set(below(path).map((name) => name.slice(path.length + 1).split('/')[0] ?? ''))].sort()),
  }
}

/** Splits a command line into words like a shell; only single quotes quote. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replace(/'([^']*)'/g, '$1'))

/** A control plane in memory with the command-line client. Files are in `/home`. */
export async function startOrchctl(flags: readonly string[] = []): Promise<OrchctlWorld> {
  const cluster = await startCluster(flags)
  const files = new Map<string, string>()
  return {
    cluster,
    files,
    async orchctl(line, { stdin = '', user = CLUSTER_ADMIN, edit } = {}) {
      const printed = { out: '', err: '' }
      const code = await run({
        argv: wordsOf(line),
        stdin: () => Promise.resolve(encoder.encode(stdin)),
        stdout: (text) => void (printed.out += text),
        stderr: (text) => void (printed.err += text),
        cwd: '/home',
        files: memoryFiles(files),
        env: { HOME: '/home' },
        connect:
          ({ impersonate }) =>
          (request) =>
            cluster.controlPlane.fetch(withHeaders(request, appendHeaders(request.headers, impersonate)), {
              remote: 'test',
              secure: true,
              user,
            }),
        clock: createSystemClock(),
        signal: new AbortController().signal,
        sha256: async (bytes) =>
          new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', new Uint8Array(bytes))),
        defaultConnection: { server: 'https://orchard.invalid', insecureSkipTlsVerify: false },
        ...(edit && { edit: (_name: string, text: string) => Promise.resolve(edit(text)) }),
      })
      return { code, ...printed }
    },
    stop: () => cluster.stop(),
  }
}
