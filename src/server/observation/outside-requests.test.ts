import { expect, it, onTestFinished } from 'vitest'
import { parseJson } from '../../machinery/json-text'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster } from '../../testing/cluster'
import type { ControlEvents } from '../control'

const MAPS = 'https://orchard.invalid/api/v1/namespaces/default/configmaps'
const OUTSIDE = { remote: '10.0.0.1', secure: true, user: CLUSTER_ADMIN }
const INSIDE = { ...OUTSIDE, remote: 'tab' }

const creation = (name: string): Request =>
  new Request(MAPS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { color: 'red' } }),
  })

it('records requests of outside programs with bodies only while a recording runs', async () => {
  const cluster = await startCluster()
  onTestFinished(() => cluster.stop())
  const { controlPlane } = cluster
  const events: ControlEvents['outside'][] = []
  controlPlane.onEvent('outside', (event) => events.push(event))
  await controlPlane.fetch(creation('before'), OUTSIDE)
  await controlPlane.control('observe', { outside: true })
  const response = await controlPlane.fetch(creation('while'), OUTSIDE)
  await controlPlane.fetch(creation('page'), INSIDE)
  await controlPlane.fetch(new Request(MAPS), OUTSIDE)
  await expect.poll(() => events).toHaveLength(1)
  await controlPlane.control('observe', { outside: false })
  await controlPlane.fetch(creation('after'), OUTSIDE)
  expect(events).toHaveLength(1)
  const [{ body = '', answer = '', ...rest } = {}] = events
  expect(rest).toMatchObject({ method: 'POST', contentType: 'application/json', user: CLUSTER_ADMIN.name, status: 201 })
  expect(parseJson(body)).toMatchObject({ metadata: { name: 'while' }, data: { color: 'red' } })
  expect(parseJson(answer)).toEqual(parseJson(await response.text()))
})
