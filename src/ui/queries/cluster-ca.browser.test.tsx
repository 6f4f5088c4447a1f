import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { SessionContext } from '../state/connection'
import { useClusterCa } from './cluster-ca'
import { scriptedSession } from './scripted-session.testing'

function Probe() {
  const { pem, missing } = useClusterCa()
  return <output>{pem ?? (missing ? 'none' : 'loading')}</output>
}

const EMPTY = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items: [] }
const MAP = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'orch-root-ca.crt', namespace: 'default', uid: 'u1', resourceVersion: '6' },
  data: { 'ca.crt': 'PEM of the cluster' },
}

test('a CA that a controller writes after the page asked is seen', async () => {
  let write = (): void => undefined
  const written = new Promise<void>((resolve) => (write = resolve))
  const { session } = scriptedSession({}, (request) => {
    if (!new URL(request.url).searchParams.has('watch')) return Promise.resolve(Response.json(EMPTY))
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        await written
        stream.enqueue(new TextEncoder().encode(`${JSON.stringify({ type: 'ADDED', object: MAP })}\n`))
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  })
  render(
    <SessionContext value={session}>
      <Probe />
    </SessionContext>,
  )
  await expect.element(page.getByText('none')).toBeVisible()
  write()
  await expect.element(page.getByText('PEM of the cluster')).toBeVisible()
})
