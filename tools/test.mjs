// npm test: types, style and layers, builds, scaffolds, unit tests, and the tests in a real browser. The last line is the total;
// the exit code is 0 only when everything passed.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const total = { passed: 0, failed: 0 }

const run = (command, args, env = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0))
  })

const report = async (file) => JSON.parse(await readFile(file, 'utf8'))

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Each check counts as one test; one that wrote no report has failed. */
async function check(name, work) {
  console.log(`\n── ${name}`)
  let result
  try {
    result = await work()
  } catch (error) {
    console.error(error)
    result = { passed: 0, failed: 1 }
  }
  total.passed += result.passed
  total.failed += result.failed
}

const single = (script) => async () =>
  (await run('npm', ['run', '--silent', script])) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const folder = await mkdtemp(join(tmpdir(), 'orchard-test-'))
try {
  await check('types, style and layers', single('check'))
  await check('the site in both sets of names, within its budgets', single('build'))
  await check('scaffolds', single('scaffolds'))
  const vitest =
    (name, ...options) =>
    async () => {
      const file = join(folder, `${name}.json`)
      const args = ['vitest', 'run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const ok = await run('npx', args)
      const { numPassedTests: passed, numFailedTests, numFailedTestSuites } = await report(file)
      // A file that can't be loaded has failed suites but no failed tests.
      const failed = numFailedTests || numFailedTestSuites
      return { passed, failed: failed || (ok ? 0 : 1) }
    }
  await check('unit tests', vitest('unit'))
  await check('components', vitest('components', '--config', 'vitest.browser.config.ts'))
  await check('in the browser', async () => {
    const file = join(folder, 'e2e.json')
    const env = { CHROMIUM_PATH: findChromium(), E2E_REPORT: file, E2E_PORT: String(await freePort()) }
    const ok = await run('npx', ['playwright', 'test'], env)
    const { stats } = await report(file)
    return { passed: stats.expected, failed: stats.unexpected || (ok ? 0 : 1) }
  })
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
