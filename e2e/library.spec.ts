import { expect } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { serveStatic } from '../tools/static-server.mjs'
import { test } from './test'

const run = promisify(execFile)
const root = resolve('.')
const modules = join(root, 'node_modules')
/** Checks types strictly, as users of the library may. */
const STRICT = {
  compilerOptions: {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    types: [],
  },
  files: ['consumer.ts'],
}
const CONSUMER = `
import { type ApiObject, Client, type Cluster, listAndWatch, startCluster, type Store } from 'orchard'
import { openIndexedDbStore } from 'orchard/indexeddb'
import { type ServedCluster, serveCluster } from 'orchard/node'
export const cluster: Promise<Cluster> = startCluster({ openStore: (clock) => openIndexedDbStore({ clock, name: 'a' }) })
export const served: Promise<ServedCluster> = serveCluster({ port: 0 })
export const use = (store: Store, client: Client, object: ApiObject): unknown => [store.revision, client.raw, object.metadata.name, listAndWatch]
`

/** Watches over a WebSocket, with the client that is part of the library. */
const WATCHER = `
import { serveCluster } from 'orchard/node'
import { WebSocket } from ${JSON.stringify(join(modules, 'ws', 'wrapper.mjs'))}
const cluster = await serveCluster({ port: 0, flags: ['--authorization-mode=AlwaysAllow', '--anonymous-auth=true'] })
const socket = new WebSocket(cluster.url.replace('http', 'ws') + '/api/v1/namespaces?watch=true')
const event = await new Promise((resolve, reject) => socket.on('message', resolve).on('error', reject))
console.log(JSON.parse(event).type)
socket.terminate()
await cluster.stop()
`

/** The examples of the document, by the names of their files. */
async function examples(): Promise<Map<string, string>> {
  const text = await readFile('docs/library.md', 'utf8')
  return new Map(Array.from(text.matchAll(/```\w+ (\S+)\n([^]*?)```/g), ([, name = '', code = '']) => [name, code]))
}

/** An empty project with the packed library and the examples in it; nothing is fetched. */
async function project(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orchard-library-'))
  await run('npm', ['run', 'build:lib'], { cwd: root })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }\n')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder })
  for (const [name, code] of await examples()) await writeFile(join(folder, name), code)
  await writeFile(join(folder, 'consumer.ts'), CONSUMER)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
  return folder
}

test.describe('the library, packed and installed into an empty project', () => {
  test.describe.configure({ mode: 'serial', timeout: 900_000 })
  let folder = ''
  test.beforeAll(async () => {
    folder = await project()
  })
  test.afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has no dependencies and complete types', async () => {
    const tsc = join(modules, 'typescript', 'bin', 'tsc')
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder })
    expect(stdout.trim().split('\n')).toHaveLength(2)
    await run(process.execPath, [tsc, '-p', folder], { cwd: folder })
  })

  test('can test a user’s own controller', async () => {
    await mkdir(join(folder, 'node_modules'), { recursive: true })
    await symlink(join(modules, 'vitest'), join(folder, 'node_modules', 'vitest'))
    const { stdout } = await run(
      process.execPath,
      [join(modules, 'vitest', 'vitest.mjs'), 'run', '--root', folder, '--testTimeout=600000'],
      {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1' },
      },
    )
    expect(stdout).toMatch(/Tests\s+1 passed/)
  })

  test('serves clients at a network address', async () => {
    const { stdout } = await run(process.execPath, ['serve.mjs'], { cwd: folder })
    expect(stdout.trim().split(' ')).toContain('orch-system')
  })

  test('serves watches over WebSockets', async () => {
    await writeFile(join(folder, 'watcher.mjs'), WATCHER)
    const { stdout } = await run(process.execPath, ['watcher.mjs'], { cwd: folder })
    expect(stdout.trim()).toBe('ADDED')
  })

  test('contains the command-line client', async () => {
    const { stdout } = await run(join(folder, 'node_modules', '.bin', 'orchctl'), ['version', '--client'], {
      cwd: folder,
    })
    expect(stdout).toContain('Client Version')
  })

  test('runs in a page', async ({ page }) => {
    const server = await serveStatic(folder, { port: 0 })
    try {
      const { port } = server.address() as AddressInfo
      await page.goto(`http://127.0.0.1:${port}/page.html`)
      await expect(page.locator('#welcomes')).toContainText('Welcome to default')
      await page.reload()
      await expect(page.locator('#welcomes')).toContainText('Welcome to default')
    } finally {
      await new Promise((done) => server.close(done))
    }
  })
})
