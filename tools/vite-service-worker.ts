// Builds the service worker after the site, as one script with the list of the site's files.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin, Rollup } from 'vite'
import type { Names } from '../src/names/sets.ts'
import type { SiteFiles } from '../src/transport/site-cache.ts'
import { translated } from './names.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const NOTHING: SiteFiles = { version: 'development', shell: [], rest: [], used: [] }

async function bundle(files: SiteFiles, names: Names): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/service-worker.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { SITE_FILES: JSON.stringify(files) },
    plugins: [translated(names)],
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

const START = 'start'
const WORKER = /control-plane\.(worker|owner|service)-[^/]*\.js$/

/** Large and rarely used, so cached on first use only. */
const USED_ONLY = /\/msw-[^/]*\.js$/

/** The files that a page needs to open: the HTML, its entry with all imports, the chunks that the entry loads first, and the worker. */
function shellOf(output: Rollup.OutputBundle): Set<string> {
  const shell = new Set(['index.html'])
  const visit = (name: string): void => {
    const chunk = output[name]
    if (!chunk || shell.has(name)) return
    shell.add(name)
    if (chunk.type === 'asset') return
    for (const style of chunk.viteMetadata?.importedCss ?? []) shell.add(style)
    for (const imported of chunk.imports) visit(imported)
  }
  for (const [name, chunk] of Object.entries(output)) {
    if (chunk.type === 'chunk' ? chunk.isEntry || chunk.name === START : WORKER.test(name)) visit(name)
  }
  return shell
}

const contentOf = (file: Rollup.OutputBundle[string] | undefined): string | Uint8Array =>
  file?.type === 'chunk' ? file.code : (file?.source ?? '')

/** Builds the service worker as a file at the root of the site, with the list of files to keep for offline use. */
export function serviceWorker(names: Names): Plugin {
  return {
    name: 'service-worker',
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response, next) => {
        bundle(NOTHING, names).then((text) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(text)
        }, next)
      })
    },
    // Late: the page's scripts are known once the page is written.
    generateBundle: {
      order: 'post',
      async handler(_options, output) {
        const shell = shellOf(output)
        const built = Object.keys(output).filter((name) => !name.endsWith('.map'))
        const version = createHash('sha256')
        for (const name of [...built].sort()) version.update(name).update(contentOf(output[name]))
        const fixed = await readdir(join(root, 'public'))
        for (const name of fixed) version.update(name).update(await readFile(join(root, 'public', name)))
        const files = {
          version: version.digest('hex').slice(0, 12),
          shell: [...shell, ...fixed],
          rest: built.filter((name) => !shell.has(name) && !USED_ONLY.test(name)),
          used: built.filter((name) => !shell.has(name) && USED_ONLY.test(name)),
        }
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await bundle(files, names) })
      },
    },
  }
}
