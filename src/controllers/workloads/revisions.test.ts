import { expect, it } from 'vitest'
import type { Client } from '../../client/client'
import type { ApiObject } from '../../machinery/object'
import { revisionFor, templateOf } from './revisions'

const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'd' }
const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'shop:1' }] } }
const wanted = {
  owner,
  namespace: 'default',
  template,
  labels: { app: 'x' },
  annotations: { note: 'kept' },
  hashLabel: 'hash',
  hash: () => 'h',
}
const client = { create: (_: unknown, object: ApiObject) => Promise.resolve(object) } as unknown as Client

it('keeps the template with no time of creation, and the annotations of its owner', async () => {
  const made = await revisionFor(client, wanted, [])
  const kept = { ...template, metadata: { ...template.metadata, creationTimestamp: null }, $patch: 'replace' }
  expect(made['data']).toEqual({ spec: { template: kept } })
  // Clients compare the text.
  expect(JSON.stringify(made['data'])).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"creationTimestamp":null,"labels":{"app":"x"}},' +
      '"spec":{"containers":[{"image":"shop:1","name":"c"}]}}}}',
  )
  expect(made.metadata.annotations).toEqual({ note: 'kept' })
  expect(templateOf(made)).toEqual(template)
})

it('continues a revision that was stored without that time', async () => {
  const before = {
    metadata: { name: 'd-1' },
    revision: 1,
    data: { spec: { template: { ...template, $patch: 'replace' } } },
  }
  expect(await revisionFor(client, wanted, [before])).toBe(before)
})
