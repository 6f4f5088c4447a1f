// Builds the site if any of its sources is newer than the last build.
import { existsSync, readdirSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Folder of the built site. */
export const dist = join(root, 'dist')
const SOURCES = [
  'src',
  'scenarios',
  'public',
  'index.html',
  'vite.config.ts',
  'tools/names.mjs',
  'tools/budget.json',
  ...readdirSync(join(root, 'tools'))
    .filter((name) => /^vite-.*(?<!\.test)\.ts$/.test(name))
    .map((name) => `tools/${name}`),
  'package-lock.json',
]

async function newest(path) {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  const times = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))))
  return Math.max(found.mtimeMs, ...times)
}

/** Resolves when `dist` is up to date; the site in the other names is in a subfolder. */
export async function buildIfNeeded() {
  const sources = Math.max(...(await Promise.all(SOURCES.map((name) => newest(join(root, name))))))
  const sites = [
    [join(dist, 'service-worker.js'), 'production'],
    [join(dist, 'kubernetes', 'service-worker.js'), 'kubernetes'],
  ]
  for (const [worker, mode] of sites) {
    if (existsSync(worker) && (await stat(worker)).mtimeMs > sources) continue
    console.log(`Building the site in ${mode === 'kubernetes' ? 'Kubernetes' : 'its own'} names …`)
    await build({ root, logLevel: 'warn', mode })
  }
}
