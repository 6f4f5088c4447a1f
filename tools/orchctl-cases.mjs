// Runs the recorded commands through the client and compares its output with that of the reference client.
//
//   node tools/orchctl-cases.mjs [--only TEXT] [--verbose] [--parallel N] [--base https://ADDRESS]
//
// The cases must be next to the checkout, or in the folder in SHARED. Without --base a server of release 1.20 is started, in the names
// of Kubernetes and over TLS. The last line is the total.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shared = process.env.SHARED ?? join(root, '..', 'shared')
const cases = join(shared, 'kubectl', 'run.mjs')
const certificates = join(shared, 'conformance', 'certs')

if (!existsSync(cases)) {
  console.log(`there are no cases in ${shared}`)
  process.exit(0)
}

/** Starts a server and resolves with its address. */
function serve() {
  const flags = [
    '--in-memory',
    '--port=0',
    '--names=kubernetes',
    '--release=1.20',
    `--token-auth-file=${join(shared, 'conformance', 'tokens.csv')}`,
    '--authorization-mode=Node,RBAC',
    `--tls-cert-file=${join(certificates, 'hooks-server.crt')}`,
    `--tls-private-key-file=${join(certificates, 'hooks-server.key')}`,
  ]
  const child = spawn(process.execPath, [join(root, 'tools', 'serve.mjs'), ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const address = /serves at (\S+)/.exec(line)?.[1]
      if (address) resolve({ address, stop: () => child.kill('SIGTERM') })
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
}

const words = process.argv.slice(2)
const server = words.includes('--base') ? undefined : await serve()
const args = [
  cases,
  '--kubectl',
  join(root, 'tools', 'kubectl.mjs'),
  ...(server ? ['--base', server.address] : []),
  ...words,
]
const runner = spawn(process.execPath, args, { stdio: 'inherit' })
runner.on('close', (code) => {
  server?.stop()
  process.exitCode = code ?? 1
})
