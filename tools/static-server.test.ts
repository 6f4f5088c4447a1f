import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveStatic } from './static-server.mjs'

let folder: string
let stop: () => void
let site: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-server-'))
  await mkdir(join(folder, 'kubernetes'))
  await writeFile(join(folder, 'index.html'), 'one')
  await writeFile(join(folder, 'kubernetes', 'index.html'), 'two')
  const server = await serveStatic(folder, { port: 0 })
  stop = () => server.close()
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  stop()
  await rm(folder, { recursive: true })
})

const open = (path: string, accept: string) => fetch(`${site}${path}`, { headers: { accept } })

it.each([
  { path: '/', text: 'one' },
  { path: '/kubernetes/', text: 'two' },
])('serves the page of $path', async ({ path, text }) => {
  expect(await (await open(path, 'text/html')).text()).toBe(text)
})

it.each([
  { path: '/connect', leads: '/#/connect' },
  { path: '/kubernetes/explore/pods', leads: '/kubernetes/#/explore/pods' },
  { path: '/%3Cscript%3E%22', leads: '/#/&lt;script>&quot;' },
])('leads a browser at $path to the page that was meant', async ({ path, leads }) => {
  const answer = await open(path, 'text/html,*/*')
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain(`<a href="${leads}">`)
})

it('suggests no page for a path of the API', async () => {
  const text = await (await open('/api/v1/namespaces', 'text/html')).text()
  expect(text).not.toContain('Did you mean')
  expect(text).toContain('<a href="/">start page</a>')
})

it('tells other programs in one line of text', async () => {
  const answer = await open('/api/v1/namespaces', 'application/json')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('text/plain')
})
