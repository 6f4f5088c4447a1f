// Runs the commands of the table with one kubectl against one server.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandsOf, FILES } from './kubectl-commands.mjs'

const LIMIT_MS = 300_000

/** A home folder for one kubectl: configuration, caches and the files of the commands. */
export async function homeOf(server, name) {
  const home = join(server.folder, name)
  await mkdir(home, { recursive: true })
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'c', cluster: { server: server.address, 'certificate-authority': join(server.folder, 'ca.crt') } },
    ],
    users: [{ name: 'admin', user: { token: 'admin-token' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'admin' } }],
    'current-context': 'x',
  }
  await writeFile(join(home, 'config'), JSON.stringify(config))
  for (const [file, text] of Object.entries(FILES)) await writeFile(join(home, file), text)
  return home
}

/** Runs a program in its home; resolves with its exit code and output. */
export const run = (program, args, home) =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: join(home, 'config'), LANG: 'C' }
    execFile(program, args, { cwd: home, env, timeout: LIMIT_MS, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 'killed') : 0, text: stdout + stderr, stdout }),
    )
  })

/** Runs all commands; resolves with the numbers of passed and failed ones. */
export async function runCommands(server, kubectl, minor) {
  const home = await homeOf(server, `kubectl-${minor}`)
  const count = { passed: 0, failed: 0 }
  for (const [line, pattern, code = 0] of commandsOf(minor)) {
    const result = await run(kubectl, line.split(' ').filter(Boolean), home)
    if (result.code === code && new RegExp(pattern, 'm').test(result.text)) count.passed++
    else {
      count.failed++
      console.log(`FAIL kubectl 1.${minor} ${line}\n    exit ${result.code}: ${result.text.trim().slice(0, 300)}`)
    }
  }
  return count
}
