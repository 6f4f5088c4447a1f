// Scaffolds a part that passes the tests which hold for all of its kind, to be filled in.
// Usage: npm run new:plugin -- DenyLatestTag
//        npm run new:controller -- quota-reporter
//        npm run new:page -- quotas Quotas
//        npm run new:kind -- batch v1 Ticket     (a group may be a full name: example.orch.io)
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { kind } from './new/kind.mjs'
import { plugin } from './new/plugin.mjs'
import { controller } from './new/controller.mjs'
import { page } from './new/page.mjs'

const TEMPLATES = { plugin, controller, page, kind }

/** Writes the files and edits the tables of a plan; writes nothing if a file exists or a place is missing. */
function carryOut({ files, changes }) {
  const taken = Object.keys(files).filter((path) => existsSync(path))
  if (taken.length > 0) throw new Error(`${taken.join(', ')}: exists already`)
  const changed = changes.map(({ path, edit }) => [path, edit(readFileSync(path, 'utf8'), path)])
  for (const [path, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const paths = [...Object.keys(files), ...changed.map(([path]) => path)]
  execFileSync('node_modules/.bin/oxfmt', ['--no-error-on-unmatched-pattern', ...paths])
  return paths
}

const [what, ...names] = process.argv.slice(2)
try {
  const template = TEMPLATES[what]
  if (!template) throw new Error(`new what? ${Object.keys(TEMPLATES).join(', ')}`)
  const plan = template(...names)
  for (const path of carryOut(plan)) console.log(path)
  for (const [program, ...args] of plan.commands ?? []) execFileSync(program, args, { stdio: 'inherit' })
  console.log(`Next: ${plan.next}`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
