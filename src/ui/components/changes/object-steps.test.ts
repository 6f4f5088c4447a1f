import { expect, it, onTestFinished } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import type { RequestTrace } from '../../../server/trace'
import { startCluster } from '../../../testing/cluster'
import { blamedLines } from './blame'
import { objectSteps } from './object-steps'

/** Sends a request and returns the lines that steps changed: `sign text | step`. */
async function changesOf(method: string, path: string, body: ApiObject): Promise<string[]> {
  const cluster = await startCluster(['--enable-admission-plugins=AlwaysPullImages'])
  onTestFinished(() => cluster.stop())
  await cluster.controlPlane.control('observe', { traces: true })
  const response = await cluster.admin.raw(method, path, body)
  const stored: unknown = await response.json()
  expect(response.status).toBeLessThan(300)
  const traces: readonly RequestTrace[] = await cluster.controlPlane.control('traces', { limit: 50 })
  const trace = traces.find(({ id }) => id === response.headers.get('audit-id'))
  const changes = objectSteps(trace?.steps ?? [], { sent: body, stored })
  return blamedLines(changes?.start ?? '', changes?.steps ?? []).flatMap(({ type, text, by = '' }) =>
    type === 'same' ? [] : [`${type === 'add' ? '+' : '-'}${text.trim()} | ${by}`],
  )
}
const pod = (name: string): ApiObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'a', image: 'a:1', imagePullPolicy: 'Never' }] },
})

it('marks what defaulting, plugins and the server change, each once', async () => {
  const lines = await changesOf('POST', '/api/v1/namespaces/default/pods', pod('a'))
  expect(lines).toContain('-imagePullPolicy: Never | AlwaysPullImages')
  expect(lines).toContain('+imagePullPolicy: Always | AlwaysPullImages')
  expect(lines).toContain('+terminationMessagePolicy: File | defaulting')
  expect(lines).toContain('+serviceAccountName: default | ServiceAccount')
  expect(lines).toContain('+key: node.orch.io/not-ready | DefaultTolerationSeconds')
  expect(lines.filter((line) => line.includes('dnsPolicy'))).toEqual(['+dnsPolicy: ClusterFirst | defaulting'])
  expect(lines.filter((line) => line.startsWith('+uid:'))).toEqual([expect.stringMatching(/API server$/)])
})

it('hides the values of Secrets', async () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { word: 'xyzzy-plugh' } }
  const lines = await changesOf('POST', '/api/v1/namespaces/default/secrets', secret)
  expect(lines.join()).not.toMatch(/xyzzy-plugh|eHl6enktcGx1Z2g=/)
})

it('describes no steps for a request without an object', () => {
  expect(objectSteps([])).toBeUndefined()
})
