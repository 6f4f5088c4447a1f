// Scaffolds one part of each sort in a copy of the repository, and runs the checks and the tests that hold for all of their sort.
// Usage: node tools/scaffolds.mjs. Prints what fails; the copy is removed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PARTS = [
  ['plugin', 'DenyLatestTag'],
  ['controller', 'quota-reporter'],
  ['page', 'quotas', 'Quotas'],
  ['kind', 'batch', 'v1', 'Ticket'],
  ['kind', 'example.orch.io', 'v1', 'Widget'],
]
/** What holds for every part of a sort. That each release serves what a real one does is recorded, so a new kind can't pass that. */
const GENERIC = [
  'src/admission/plugins.test.ts',
  'src/api/kind.test.ts',
  'src/api/kinds/kinds.test.ts',
  'src/api/types.test.ts',
  'src/controllers/start.test.ts',
  'src/controllers/table.test.ts',
  'src/ui/features/table.test.ts',
]
const TSC = 'node_modules/typescript-native/bin/tsc'

const copy = mkdtempSync(join(tmpdir(), 'orchard-scaffolds-'))
const run = (program, ...args) => execFileSync(program, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })

/** Copies what git tracks, as it is in the working tree. */
function copyRepository() {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** The files that a scaffold wrote or changed. */
function scaffolded(part) {
  const lines = run(process.execPath, 'tools/new.mjs', ...part).split('\n')
  return lines.filter((line) => /^\S+\.tsx?$/.test(line))
}

try {
  copyRepository()
  const files = PARTS.flatMap(scaffolded)
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  for (const project of ['tsconfig.json', 'tsconfig.control-plane.json']) run(process.execPath, TSC, '-p', project)
  run('node_modules/.bin/oxfmt', '--check', ...files)
  run('node_modules/.bin/oxlint', ...files)
  run('node_modules/.bin/depcruise', '--config', '.dependency-cruiser.cjs', 'src')
  run('node_modules/.bin/vitest', 'run', ...tests, ...GENERIC)
  console.log(`${PARTS.length} scaffolds pass: ${files.length} files, ${tests.length} tests of their own`)
} catch (error) {
  console.error([error.message, error.stdout, error.stderr].filter(Boolean).join('\n'))
  process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
