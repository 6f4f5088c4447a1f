// A server over TLS in Kubernetes' names: headless, or a page in a browser.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importBundled } from '../bundle.mjs'
import { started } from '../started.mjs'

const serve = fileURLToPath(new URL('../serve.mjs', import.meta.url))
const start = fileURLToPath(new URL('../start.mjs', import.meta.url))

/** Users of the server under test: token, name, uid, groups. */
const TOKENS = `admin-token,admin,1,system:masters
alice-token,alice,2,"developers,testers"
bob-token,bob,3
carol-token,carol,4
node1-token,system:node:node1,5,system:nodes
`

const FLAGS = ['--authorization-mode=Node,RBAC']

/**
 * Starts a server of `release`, headless or, with `tab`, in a page of a browser; resolves with its address, the PEM of its authority, and
 * `stop`. `tokens` is a file of static tokens that replaces the usual users.
 */
export async function startServer({ release, tokens, flags = [], tab = false }) {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-clients-'))
  await writeFile(join(folder, 'tokens.csv'), TOKENS)
  const more = [`--release=${release}`, `--token-auth-file=${tokens ?? join(folder, 'tokens.csv')}`, ...FLAGS, ...flags]
  const started = await (tab ? startTab(more) : startHeadless(folder, more))
  await writeFile(join(folder, 'ca.crt'), started.authority)
  return {
    ...started,
    folder,
    async stop() {
      await started.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startHeadless(folder, flags) {
  const { serverFiles } = await importBundled('tools/clients/parts.ts')
  const { certificate, key, authority } = await serverFiles(Date.now())
  await writeFile(join(folder, 'tls.crt'), certificate)
  await writeFile(join(folder, 'tls.key'), key)
  const { found, stop } = await started(
    [
      serve,
      ...['--port', '0', '--in-memory', '--names', 'kubernetes'],
      `--tls-cert-file=${join(folder, 'tls.crt')}`,
      `--tls-private-key-file=${join(folder, 'tls.key')}`,
      ...flags,
    ],
    /serves at (\S+)/,
  )
  return { address: found, authority, stop }
}

async function startTab(flags) {
  const { found, stop } = await started(
    [start, ...['--port', '0', '--secure-port', '0', '--headless', '--names', 'kubernetes', '--'], ...flags],
    /page serves at \S+ and (\S+)/,
  )
  return { address: found, authority: await authorityOf(found), stop }
}

/** The authority that the cluster publishes. The connection can't be verified before it is known. */
async function authorityOf(address) {
  for (let tries = 0; tries < 1_200; tries++) {
    const { data } = await ask(`${address}/api/v1/namespaces/default/configmaps/kube-root-ca.crt`)
    if (data) return data['ca.crt']
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the cluster does not publish its authority')
}

const ask = (url) =>
  new Promise((resolve, reject) => {
    const options = { rejectUnauthorized: false, headers: { authorization: 'Bearer admin-token' } }
    get(url, options, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve(JSON.parse(text))
    }).on('error', reject)
  })
