// Builds in other names: an esbuild plugin that translates each source file as it is bundled.
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('../src/', import.meta.url))
const tools = fileURLToPath(new URL('.', import.meta.url))
/** The dictionary itself has both sets of names; only the file that says which one is spoken is translated. */
const own = join(source, 'names') + sep
const spoken = join(own, 'spoken.ts')

/** Whether a file is to be translated; `file` is an absolute path without a query. */
export const isTranslated = (file) =>
  (file.startsWith(source) || file.startsWith(tools)) && (!file.startsWith(own) || file === spoken)

let loaded
/** The dictionary and the sets of names (src/names/), for scripts that Node runs unbundled. */
export function dictionary() {
  return (loaded ??= build({
    stdin: { contents: "export * from './dictionary'; export * from './sets'", resolveDir: own, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  }).then(
    ({ outputFiles }) =>
      import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`),
  ))
}

/** `--names X` or `--names=X` in a command line; `orch` by default. Throws an `Error` for unknown names. */
export async function namesOf(args, fallback = 'orch') {
  const at = args.findIndex((word) => word === '--names' || word.startsWith('--names='))
  const given = at < 0 ? fallback : args[at] === '--names' ? args[at + 1] : args[at].slice('--names='.length)
  const { ALL_NAMES } = await dictionary()
  if (!ALL_NAMES.includes(given))
    throw new Error(`invalid value "${given ?? ''}" for --names: must be ${ALL_NAMES.join(' or ')}`)
  return given
}

/** The plugin for esbuild. */
export const translated = (names) => ({
  name: 'names',
  setup({ onLoad }) {
    if (names === 'orch') return
    onLoad({ filter: /\.(tsx?|json)$/ }, async ({ path }) => {
      if (!isTranslated(path)) return undefined
      const { translateSource } = await dictionary()
      return { contents: translateSource(await readFile(path, 'utf8'), names), loader: extname(path).slice(1) }
    })
  },
})
