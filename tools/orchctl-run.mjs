// The command-line client as a bundle that is rebuilt only if its source has changed.
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['orchctl', 'orchctl-node', 'client', 'machinery', 'names'].map((room) => join(root, 'src', room))

async function newest(path) {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtimeMs
  return Math.max(found.mtimeMs, ...(await Promise.all((await readdir(path)).map((name) => newest(join(path, name))))))
}

async function load(names) {
  const time = Math.max(...(await Promise.all(SOURCES.map(newest))))
  const folder = join(root, 'node_modules', '.cache', 'orchard')
  const file = join(folder, `orchctl-${names}-${Math.round(time)}.mjs`)
  if (!existsSync(file)) {
    const { build } = await import('esbuild')
    const { translated } = await import('./names.mjs')
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: ['src/orchctl-node/process.ts'],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      plugins: [translated(names)],
      logLevel: 'error',
    })
    await mkdir(folder, { recursive: true })
    await writeFile(`${file}.${process.pid}`, outputFiles[0].contents)
    await rename(`${file}.${process.pid}`, file)
  }
  return import(pathToFileURL(file).href)
}

/** Runs the command line of this process in a set of names (`orch` or `kubernetes`), and exits. */
export async function runProcess(names, argv = process.argv.slice(2)) {
  const client = await load(names)
  await client.runProcess(argv)
}
