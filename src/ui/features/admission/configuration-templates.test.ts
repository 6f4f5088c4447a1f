import { beforeAll, afterAll, expect, it } from 'vitest'
import type { PluginState } from '../../../server/control'
import { startCluster, type TestCluster } from '../../../testing/cluster'
import { configurationTemplates } from './configuration-templates'

const files: Record<string, string> = {}
let cluster: TestCluster
let plugins: readonly PluginState[]
beforeAll(async () => {
  cluster = await startCluster([], { files })
  plugins = await cluster.controlPlane.control('admission', null)
})
afterAll(() => cluster.stop())

const check = (text: string) => {
  files['file'] = text
  return cluster.controlPlane.control('check-admission', { file: 'file' })
}
const added = (text: string, plugin: string): string | undefined =>
  configurationTemplates(text, plugins).find((one) => one.plugin === plugin)?.added

it('offers configurations that the server accepts, alone and together', async () => {
  let all = ''
  for (const { plugin, added: alone } of configurationTemplates('', plugins)) {
    expect(await check(alone ?? '')).toEqual({})
    all = added(all, plugin) ?? ''
  }
  expect(await check(all)).toEqual({})
  expect(configurationTemplates(all, plugins).filter((one) => one.added !== undefined)).toEqual([])
})

it('keeps typed text and comments, and adds nothing to an invalid text', () => {
  const typed = '# ours\napiVersion: apiserver.config.orch.io/v1\nkind: AdmissionConfiguration\n'
  expect(added(typed, 'EventRateLimit')).toMatch(/^# ours\n[^]*name: EventRateLimit/)
  expect(added('plugins: [', 'EventRateLimit')).toBeUndefined()
})

it.each([
  ['plugins: [{name: Nobody}]', 'file: plugins[0].name: there is no plugin "Nobody"'],
  [
    'plugins: [{name: EventRateLimit, configuration: {apiVersion: eventratelimit.admission.orch.io/v1alpha1, kind: Configuration, limit: []}}]',
    'file: EventRateLimit: unknown field "limit"',
  ],
])('shows the server’s error for %s, even of a disabled plugin', async (text, problem) => {
  const head = 'apiVersion: apiserver.config.orch.io/v1\nkind: AdmissionConfiguration\n'
  expect(await check(head + text)).toEqual({ problem })
})
