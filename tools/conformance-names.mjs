// A proxy between the recorded scenarios and a server that reports each response with a word of the names that the server does not speak.
// Tokens are decoded; other encoded values are not.
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictionary } from './names.mjs'

const TOKEN = /eyJ[\w-]+\.(eyJ[\w-]+)\./g
const ENCODED = /"[A-Za-z0-9+/]{24,}={0,2}"/g
/** Longer than any run: closing a connection at the moment of a new request would fail that request. */
const KEEP_ALIVE_MS = 3_600_000
const PRINTABLE = /^[\x20-\x7e\s]+$/

/** The texts embedded in a text: claims of tokens, and base64 of readable text. */
function inside(text) {
  const found = [text]
  for (const [, claims] of text.matchAll(TOKEN)) found.push(Buffer.from(claims, 'base64url').toString())
  for (const [quoted] of text.matchAll(ENCODED)) {
    const decoded = Buffer.from(quoted.slice(1, -1), 'base64').toString('latin1')
    if (PRINTABLE.test(decoded)) found.push(decoded)
  }
  return found
}

/** A copy of the scenarios' folder whose dialect also maps the server's default issuer. The caller removes it. */
export async function mappedScenarios(folder) {
  const copy = await mkdtemp(join(tmpdir(), 'orchard-scenarios-'))
  for (const file of ['run.mjs', 'webhook-server.mjs'])
    await writeFile(join(copy, file), await readFile(join(folder, file)))
  for (const beside of ['certs', 'scenarios']) await symlink(join(folder, beside), join(copy, beside))
  await writeFile(join(copy, 'recorded-dialect.mjs'), await readFile(join(folder, 'dialect.mjs')))
  await writeFile(
    join(copy, 'dialect.mjs'),
    `import * as recorded from './recorded-dialect.mjs'
export const toReference = (text) => recorded.toReference(text).replaceAll('//orch.default', '//kubernetes.default')
export const toOrch = (text) => recorded.toOrch(text).replaceAll('//kubernetes.default', '//orch.default')
`,
  )
  return copy
}

/** Starts a proxy between clients and the server at `target`, which speaks `names`. */
export async function watchNames(target, names) {
  const { foreignWord } = await dictionary()
  const foreign = []
  const asked = []
  // A new connection for every request, for the same reason.
  const agent = new Agent({ keepAlive: false })
  const note = (text, what) => {
    for (const part of inside(text)) {
      const word = foreignWord(part, names)
      // A word that the client itself sent may appear in a response.
      if (word !== undefined && !asked.some((said) => said.includes(word))) foreign.push(`${what}: ${word}`)
    }
  }
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url, target)
    const forward = request(
      url,
      // Header lines are forwarded unchanged, because joined lines would be different values.
      { agent, method: incoming.method, headers: { ...incoming.headersDistinct, host: url.host } },
      (answer) => {
        const chunks = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('end', () => note(Buffer.concat(chunks).toString(), `${incoming.method} ${incoming.url}`))
        note(JSON.stringify(answer.headers), `headers of ${incoming.method} ${incoming.url}`)
        outgoing.writeHead(answer.statusCode, answer.rawHeaders)
        outgoing.flushHeaders()
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    const body = []
    incoming.on('data', (chunk) => body.push(chunk))
    incoming.on('end', () => {
      for (const text of [incoming.url, Buffer.concat(body).toString()])
        if (foreignWord(text, names) !== undefined) asked.push(text)
    })
    forward.on('error', (error) => {
      if (!outgoing.destroyed) console.log(`${incoming.method} ${incoming.url}: ${error.message}`)
      outgoing.destroy()
    })
    outgoing.on('close', () => forward.destroy())
    incoming.pipe(forward)
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    foreign,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
