// npm run build:lib: builds the library (docs/library.md) in dist-lib: one bundle per entry and set of names, with declarations.
import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { dictionary, translated } from './names.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'dist-lib')
const declarations = join(root, 'node_modules', '.cache', 'orchard', 'library-types')
const ENTRIES = ['main', 'indexeddb', 'node']
const run = promisify(execFile)

/** Packages are part of the bundles, so that nothing else has to be installed. */
const bundle = (names) =>
  build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((entry) => `src/library/${entry}.ts`),
    outdir: join(out, names),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    minifySyntax: true,
    minifyWhitespace: true,
    // Keeps the licence notices of bundled code.
    legalComments: 'linked',
    plugins: [socketsBeside, translated(names)],
    logLevel: 'error',
  })

/** The entry for Node needs WebSockets, whose package does nothing in browsers: it is bundled separately. */
const socketsBeside = {
  name: 'sockets-beside',
  setup(building) {
    building.onResolve({ filter: /^ws$/ }, () => ({ path: './sockets.js', external: true }))
  },
}

/** A bundle for Node alone. */
const forNode = (names, entryPoints) =>
  build({
    absWorkingDir: root,
    entryPoints,
    outdir: join(out, names),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // CommonJS packages load Node's modules with `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'linked',
    plugins: [translated(names)],
    logLevel: 'error',
  })

const nodePrograms = (names) => forNode(names, { orchctl: 'src/orchctl-node/process.ts', sockets: 'ws' })

const IMPORT = /(\bfrom |\bimport\()(['"])(\.\.?\/[^'"]+)\2/g
const exists = (file) => readFile(file, 'utf8').catch(() => undefined)

/** The declarations that the entries reach, with the extensions that Node's resolution requires. */
async function reachable() {
  const found = new Map()
  const visit = async (file) => {
    if (found.has(file)) return
    const text = await exists(join(declarations, file))
    if (text === undefined) throw new Error(`no declarations of ${file}`)
    found.set(file, text.replace(IMPORT, '$1$2$3.js$2'))
    for (const [, , , target] of text.matchAll(IMPORT)) await visit(normalize(join(dirname(file), `${target}.d.ts`)))
  }
  for (const entry of ENTRIES) await visit(join('library', `${entry}.d.ts`))
  return found
}

/** Packages that declarations refer to; users of the library don't have them. */
const packagesIn = (text) =>
  [...text.matchAll(/\b(?:from |import\()['"]([^.'"][^'"]*)['"]/g)]
    .map(([, name]) => name)
    .filter((name) => !name.startsWith('node:'))

async function writeDeclarations(names) {
  const { translateSource } = await dictionary()
  for (const [file, text] of await reachable()) {
    const packages = packagesIn(text)
    if (packages.length > 0) throw new Error(`${file}: the library's types need ${packages.join(', ')}`)
    const to = join(out, names, 'types', file)
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, names === 'orch' ? text : translateSource(text, names))
  }
}

await rm(out, { recursive: true, force: true })
await rm(declarations, { recursive: true, force: true })
const { ALL_NAMES } = await dictionary()
const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
await Promise.all([
  run(process.execPath, [tsc, '-p', 'tsconfig.library.json', '--outDir', declarations], { cwd: root }).catch(
    (error) => {
      throw new Error(error.stdout || error.message)
    },
  ),
  ...ALL_NAMES.flatMap((names) => [bundle(names), nodePrograms(names)]),
])
for (const names of ALL_NAMES) await writeDeclarations(names)
const files = await readdir(out, { recursive: true })
console.log(`${relative(root, out)}: ${files.length} files`)
