// Lets native clients reach the control plane of a tab:
//
//   node tools/relay.mjs [--port 8001] [--files DIR …]      prints the address to open the page with
//   node tools/relay.mjs --browser [--port N] -- FLAGS      opens its own page in a headless browser
//
// --names kubernetes opens the page in the names of Kubernetes.
//
// Files named by the control plane's flags are read through the relay, but only from the given folders.
import { dirname, resolve } from 'node:path'
import { importBundled } from './bundle.mjs'
import { namesOf } from './names.mjs'
import { toolOptions } from './tool-options.mjs'

const { values: options, positionals } = toolOptions(import.meta.url, {
  options: {
    port: { type: 'string', default: '0' },
    files: { type: 'string', multiple: true, default: [] },
    site: { type: 'string' },
    browser: { type: 'boolean', default: false },
    names: { type: 'string', default: 'orch' },
  },
  allowPositionals: true,
})
if (positionals.length > 0 && !options.browser) throw new Error('flags for the control plane require --browser')

const names = await namesOf(['--names', options.names])

// Files that the flags name, and their folders.
const named = positionals
  .map((word) => /^--[^=]+-file=(.+)$/.exec(word)?.[1])
  .filter((file) => file && !file.startsWith('data:'))
const { startRelay, createNodeOutside, refusal, unavailable } = await importBundled('tools/relay-parts.ts', names)
const relay = await startRelay({
  host: '127.0.0.1',
  port: Number(options.port),
  outside: createNodeOutside(),
  folders: [...options.files, ...named.map((file) => dirname(resolve(file)))],
  unavailable,
  refuse: refusal,
  onError: (error) => console.error(error),
})

const closers = [() => relay.close()]
if (options.browser) {
  const [{ buildIfNeeded, dist }, { openHeadlessPage }, { serveStatic }] = await Promise.all([
    import('./build.mjs'),
    import('./headless-page.mjs'),
    import('./static-server.mjs'),
  ])
  await buildIfNeeded()
  const site = await serveStatic(dist, { port: 0 })
  const address = new URL(names === 'orch' ? '/' : `/${names}/`, `http://127.0.0.1:${site.address().port}`)
  address.searchParams.set('relay', relay.pageAddress)
  const page = await openHeadlessPage(address, positionals)
  closers.unshift(async () => {
    await page.close()
    site.closeAllConnections()
    site.close()
  })
} else {
  const page = new URL(options.site ?? 'http://localhost:5173/')
  page.searchParams.set('relay', relay.pageAddress)
  if (names !== 'orch') page.searchParams.set('names', names)
  console.log(`Open ${page.href}`)
}
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    for (const close of closers) await close()
    process.exit(0)
  })
}
await relay.connected().then(
  () => console.log(`The tab serves at ${relay.address}`),
  () => undefined, // it was closed before a tab connected
)
