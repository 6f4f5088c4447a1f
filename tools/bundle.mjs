// Bundles an entry for Node; the result is named by its content, so that several processes can bundle at once.
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { translated } from './names.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Imports `entry` (relative to the project) as one bundle in a set of names; packages are not bundled. */
export async function importBundled(entry, names = 'orch') {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    // Source maps stay in memory: lines and names are enough for stack traces.
    sourcesContent: false,
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [translated(names)],
    logLevel: 'error',
  })
  const text = outputFiles[0].contents
  const folder = join(root, 'node_modules', '.cache', 'orchard')
  const file = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`)
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.${process.pid}`, text)
  await rename(`${file}.${process.pid}`, file)
  process.setSourceMapsEnabled(true)
  return import(pathToFileURL(file).href)
}
