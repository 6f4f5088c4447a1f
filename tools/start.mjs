// npm start [-- OPTIONS]: builds the site if needed, serves it, and lets programs outside the browser reach its control plane.
//
//   --port N          port of the site, and of HTTP for native clients (5173, or PORT)
//   --secure-port N   port of TLS for native clients (the next one)
//   --host ADDRESS    address to listen on (127.0.0.1, or HOST); any other exposes the control plane to your network
//   --allow-host NAME an additional name to accept in Host headers; can be repeated
//   --headless        keeps a page open in a headless browser; flags for its control plane follow after --
//   --names NAMES     the set of names of this page: orch or kubernetes
//   --profile FOLDER  where this browser stores the cluster; without it, the cluster is lost at the end
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfNeeded, dist } from './build.mjs'
import { importBundled } from './bundle.mjs'
import { dictionary, namesOf } from './names.mjs'
import { filesOf } from './static-server.mjs'

const DEFAULT_PORT = 5173

function fail(message, code = 2) {
  console.error(message)
  process.exit(code)
}

function optionsOf(args) {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  try {
    const { values } = parseArgs({
      args: own,
      options: {
        port: { type: 'string', default: process.env.PORT ?? String(DEFAULT_PORT) },
        'secure-port': { type: 'string' },
        host: { type: 'string', default: process.env.HOST ?? '127.0.0.1' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        headless: { type: 'boolean', default: false },
        names: { type: 'string', default: 'orch' },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const flags = args.slice(own.length + 1)
    if (flags.length > 0 && !values.headless) fail('flags for the control plane require --headless')
    return { ...values, flags }
  } catch (error) {
    return fail(error.message)
  }
}

function portOf(name, text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) fail(`${name}=${text} is not a port`)
  return Number(text)
}

/** A page can't read files, so a flag's file is passed as its content. */
const inlined = (flags) =>
  Promise.all(
    flags.map(async (word) => {
      const [, name, file] = /^(--[^=]+-file)=(?!data:)(.+)$/.exec(word) ?? []
      if (!name) return word
      const content = await readFile(file).catch((error) => fail(`${name}: ${error.message}`))
      return `${name}=data:;base64,${content.toString('base64')}`
    }),
  )

/** Waits for the first roles; not for long if the cluster's health is not public. */
async function untilReady(address) {
  for (let tries = 0; tries < 50; tries++) {
    if ((await fetch(address)).ok) return
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function main() {
  const args = process.argv.slice(2)
  const options = optionsOf(args)
  if (options.help) {
    const source = await readFile(new URL(import.meta.url), 'utf8')
    return console.log(source.slice(0, source.indexOf('\nimport')).replace(/^\/\/ ?/gm, ''))
  }
  const names = await namesOf(['--names', options.names]).catch((error) => fail(error.message))
  const port = portOf('PORT', options.port)
  const chosen = options['secure-port']
  const securePort = chosen === undefined ? port && port + 1 : portOf('--secure-port', chosen)
  await buildIfNeeded()
  const parts = await importBundled('tools/start-parts.ts')
  const { ALL_NAMES } = await dictionary()
  const settings = {
    host: options.host,
    port,
    sites: ALL_NAMES.map((one) => (one === 'orch' ? '/' : `/${one}/`)),
    hostnames: options['allow-host'],
    tls: await parts.placeholderIdentity(),
    file: filesOf(dist, {
      page: (text) => text.replace('<title>', `<meta name="${parts.ATTACH_MARK}" content="1" />\n    <title>`),
    }),
    unavailable: parts.unavailable,
    refuse: parts.refusal,
    onError: (error) => console.error(error),
  }
  const start = (secure) => parts.startSiteServer({ ...settings, securePort: secure })
  const inUse = (error) =>
    error.code === 'EADDRINUSE' ? `port ${error.port} is in use; choose another one with PORT=N npm start` : error
  const server = await start(securePort).catch((error) =>
    // The second port was not chosen explicitly, so any other one will do.
    error.code === 'EADDRINUSE' && error.port === securePort && chosen === undefined && port !== securePort
      ? start(0).catch((again) => fail(inUse(again), 1))
      : fail(inUse(error), 1),
  )
  console.log(`Orchard is at ${server.address}/`)
  console.log(`Native clients connect to the open page at ${server.address} and ${server.secureAddress}`)
  const closers = [() => server.close()]
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, async () => {
      for (const close of closers) await close()
      process.exit(0)
    })
  }
  if (!options.headless) return
  const { openHeadlessPage } = await import('./headless-page.mjs')
  const site = names === 'orch' ? '/' : `/${names}/`
  const profile = options.profile && resolve(options.profile)
  const page = await openHeadlessPage(server.address + site, await inlined(options.flags), profile)
  closers.unshift(() => page.close())
  await server.connected(site)
  const path = site.slice(0, -1)
  await untilReady(`${server.address}${path}/readyz`)
  console.log(`The page serves at ${server.address}${path} and ${server.secureAddress}${path}`)
}

await main()
