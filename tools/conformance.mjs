// Runs the recorded scenarios against the headless server, or with --tab against the control plane in a browser's tab.
//
//   node tools/conformance.mjs [--area apply,watch] [--only TEXT] [--release 1.20] [--names kubernetes] [--tab] [--all] [--verbose]
//
// Without --area, the areas in FINISHED; --all runs every area. The scenarios must be next to the checkout, or in the folder in SHARED.
// They are written in `orch` names and translated for a server with other names, whose answers are searched for words of the wrong
// names. Each group of areas gets a fresh server. The last line is the total.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { mappedScenarios, watchNames } from './conformance-names.mjs'
import { toolOptions } from './tool-options.mjs'

/** Areas in which every scenario passes; a failure there is a regression. */
export const FINISHED = [
  'crud',
  'machinery',
  'watch',
  'kinds',
  'crds',
  'apply',
  'authn',
  'certificates',
  'rbac',
  'admission',
  'admission-cluster',
  'admission-optional',
  'admission-optional-off',
  'admission-token-volume',
  'webhooks',
  'versions',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(process.env.SHARED ?? join(root, '..', 'shared'), 'conformance')

/** Areas that need a server of their own. */
const OWN_SERVER = ['admission-optional', 'admission-optional-off', 'admission-token-volume', 'admission-cluster']

const PLAIN_FLAGS = [
  `--token-auth-file=${join(folder, 'tokens.csv')}`,
  '--authorization-mode=Node,RBAC',
  '--enable-bootstrap-token-auth',
  '--controllers=*,bootstrapsigner,tokencleaner',
]

async function flagsOf(area, out, mapped) {
  if (!area.startsWith('admission-optional')) return [...PLAIN_FLAGS, '--enable-admission-plugins=NodeRestriction']
  const lines = await output(process.execPath, [
    join(folder, 'admission-config.mjs'),
    '--area',
    area,
    '--out',
    out,
    ...mapped,
  ])
  return [...PLAIN_FLAGS, ...lines.filter((line) => line.startsWith('--'))]
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(lines) : reject(new Error(`${args[0]} ended with ${code}`))))
  })
}

/** Starts a server; resolves with its address once it prints it. */
function start(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((done) => child.on('close', done))
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    createInterface(child.stdout).on('line', (line) => {
      const address = /serves at (\S+)/.exec(line)?.[1]
      if (address) resolve({ address, stop })
    })
    child.on('error', reject)
    child.on('close', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })
}

async function runArea(areas, options) {
  const out = await mkdtemp(join(tmpdir(), 'orchard-'))
  const scenarios = options.names === 'orch' ? folder : await mappedScenarios(folder)
  const mapped = options.names === 'orch' ? [] : ['--reference']
  const names = ['--names', options.names]
  const flags = [`--release=${options.release}`, ...(await flagsOf(areas[0], out, mapped))]
  const server = options.tab
    ? await start([join(root, 'tools', 'relay.mjs'), '--browser', ...names, '--', ...flags])
    : await start([join(root, 'tools', 'serve.mjs'), '--port', '0', '--in-memory', ...names, ...flags])
  const watch = await watchNames(server.address, options.names)
  try {
    const count = await new Promise((resolve, reject) => {
      const args = [join(scenarios, 'run.mjs'), '--base', watch.address, '--area', areas.join(','), ...mapped]
      if (options.only) args.push('--only', options.only)
      if (options.verbose) args.push('--verbose')
      if (options.slow) args.push('--slow')
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const count = { passed: 0, failed: 0 }
      let counted = false
      createInterface(child.stdout).on('line', (line) => {
        const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? []
        if (passed === undefined) console.log(line)
        else {
          Object.assign(count, { passed: Number(passed), failed: Number(failed) })
          counted = true
        }
      })
      child.on('error', reject)
      child.on('close', (code) => (counted ? resolve(count) : reject(new Error(`the scenarios ended with ${code}`))))
    })
    for (const line of watch.foreign.slice(0, 20)) console.log(`FOREIGN NAME ${line}`)
    return watch.foreign.length > 0 ? { ...count, failed: count.failed + 1 } : { ...count, passed: count.passed + 1 }
  } finally {
    watch.stop()
    await server.stop()
    await rm(out, { recursive: true })
    if (scenarios !== folder) await rm(scenarios, { recursive: true, force: true })
  }
}

async function main() {
  const { values: options } = toolOptions(import.meta.url, {
    options: {
      area: { type: 'string' },
      only: { type: 'string' },
      release: { type: 'string', default: '1.20' },
      names: { type: 'string', default: 'orch' },
      tab: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  if (!existsSync(folder)) throw new Error(`there are no scenarios in ${folder}`)
  const existing = (await readdir(join(folder, 'scenarios')))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => name.replace('.mjs', ''))
  const areas = options.area?.split(',') ?? (options.all ? existing : FINISHED)
  const unknown = areas.filter((area) => !existing.includes(area))
  if (unknown.length > 0) throw new Error(`there is no area ${unknown.join(', ')}`)
  const shared = areas.filter((area) => !OWN_SERVER.includes(area))
  const groups = [
    ...(shared.length > 0 ? [shared] : []),
    ...areas.filter((area) => OWN_SERVER.includes(area)).map((area) => [area]),
  ]
  const total = { passed: 0, failed: 0 }
  for (const group of groups) {
    const { passed, failed } = await runArea(group, options)
    total.passed += passed
    total.failed += failed
  }
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
