// The headless server over TLS, in the names that real clients speak.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'

const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url))

/** People of the server under test: token, name, uid, groups. */
const TOKENS = `admin-token,admin,1,system:masters
alice-token,alice,2,"developers,testers"
bob-token,bob,3
carol-token,carol,4
node1-token,system:node:node1,5,system:nodes
`

/**
 * Starts a server of `release`; resolves with its address, the PEM of its authority, and `stop`. `tokens` names a file of static
 * tokens to use in place of the usual people.
 */
export async function startServer({ release, tokens, flags = [] }) {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-clients-'))
  const { serverFiles } = await importBundled('tools/clients/parts.ts')
  const { certificate, key, authority } = await serverFiles(Date.now())
  const files = { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': authority, 'tokens.csv': TOKENS }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const child = spawn(
    process.execPath,
    [
      serve,
      ...['--port', '0', '--in-memory', '--names', 'kubernetes', `--release=${release}`],
      `--tls-cert-file=${join(folder, 'tls.crt')}`,
      `--tls-private-key-file=${join(folder, 'tls.key')}`,
      `--token-auth-file=${tokens ?? join(folder, 'tokens.csv')}`,
      '--authorization-mode=Node,RBAC',
      ...flags,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const messages = []
  child.stderr.on('data', (text) => messages.push(text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const address = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = /serves at (\S+)/.exec(line)?.[1]
      if (found) resolve(found)
    })
    void ended.then((code) => reject(new Error(`the server ended with ${code}: ${Buffer.concat(messages)}`)))
  })
  return { address, authority, folder, stop }
}
