// The built site with the bench's page in Chromium.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright'
import { buildIfNeeded, dist } from '../build.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.mjs'
import { serveStatic } from '../static-server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built site with the bench's page, and a service worker below another path that answers at once. */
async function benchSite() {
  await buildIfNeeded()
  const folder = await mkdtemp(join(tmpdir(), 'orchard-bench-'))
  await cp(dist, folder, { recursive: true })
  const worker = (await readdir(join(dist, 'assets'))).find((name) => /^control-plane\.worker-.*\.js$/.test(name))
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['tools/bench/page.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    plugins: [
      {
        name: 'built worker',
        setup: (esbuild) =>
          esbuild.onLoad({ filter: /connect-page\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8')
            const contents = source.replace('../control-plane.worker.ts', `./assets/${worker}`)
            if (contents === source) throw new Error(`${path} does not start the worker`)
            return { contents, loader: 'ts' }
          }),
      },
    ],
  })
  await writeFile(join(folder, 'bench.js'), outputFiles[0].contents)
  await writeFile(join(folder, 'bench.html'), '<!doctype html><script type="module" src="bench.js"></script>')
  await mkdir(join(folder, 'empty'))
  await writeFile(
    join(folder, 'empty', 'index.html'),
    `<!doctype html><script>
      window.emptyReady = navigator.serviceWorker.register('worker.js').then(async () => {
        while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20))
      })
    </script>`,
  )
  await writeFile(
    join(folder, 'empty', 'worker.js'),
    `oninstall = () => skipWaiting()
     onactivate = (event) => event.waitUntil(clients.claim())
     onfetch = (event) => {
       if (event.request.url.endsWith('/echo')) event.respondWith(event.request.text().then(() => new Response('{}')))
     }`,
  )
  return folder
}

/** A browser with its own profile, and the site's address; the bench's page is `bench.html` there. */
export async function openTab() {
  const folder = await benchSite()
  // An isolated page has a clock resolution of five microseconds instead of a hundred.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  const site = await serveStatic(folder, { port: 0, headers })
  const profile = await mkdtemp(join(tmpdir(), 'orchard-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, '--enable-precise-memory-info'],
  })
  return {
    url: `http://127.0.0.1:${site.address().port}`,
    context,
    async close() {
      await context.close()
      site.closeAllConnections()
      site.close()
      await rm(profile, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Memory of the page's worker, after a garbage collection. */
export async function workerMemory(page) {
  const session = await page.context().newCDPSession(page)
  const answers = new Map()
  const found = new Promise((resolve) =>
    session.on(
      'Target.attachedToTarget',
      ({ sessionId, targetInfo }) => targetInfo.type === 'worker' && resolve(sessionId),
    ),
  )
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    answers.get(id)?.(result)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  const sessionId = await found
  let count = 0
  const ask = (method) =>
    new Promise((resolve) => {
      answers.set(++count, resolve)
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: count, method }) })
    })
  await ask('HeapProfiler.collectGarbage')
  const { usedSize } = await ask('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1024 / 1024
}
