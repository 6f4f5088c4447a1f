import { describe, expect, it } from 'vitest'
import { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { asNew, restore } from './restore'
import type { Captured } from './step'

const captured = (name: string, owner?: string): Captured => {
  const object: ApiObject = {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      resourceVersion: '7',
      creationTimestamp: '2024-01-01T00:00:00Z',
      managedFields: [],
      ...(owner && { ownerReferences: [{ apiVersion: 'v1', kind: 'Thing', name: owner, uid: `uid-${owner}` }] }),
    },
  }
  return { target: { group: '', version: 'v1', resource: 'things', namespace: 'default' }, name, object }
}

describe('restore', () => {
  it('sends only what a client would', () => {
    expect(asNew(captured('a').object).metadata).toEqual({ name: 'a', namespace: 'default' })
  })

  it('makes owners first and gives what they own their new uid', async () => {
    const sent: ApiObject[] = []
    const client = new Client(async (request) => {
      const object = (await request.json()) as ApiObject
      sent.push(object)
      return Response.json({ ...object, metadata: { ...object.metadata, uid: `new-${object.metadata.name ?? ''}` } })
    })
    const outcome = await restore(client, [captured('child', 'parent'), captured('parent', 'top'), captured('top')])
    expect(outcome).toEqual({ restored: 3, failures: [] })
    expect(sent.map((o) => [o.metadata.name, o.metadata.ownerReferences?.[0]?.uid])).toEqual([
      ['top', undefined],
      ['parent', 'new-top'],
      ['child', 'new-parent'],
    ])
  })
})
