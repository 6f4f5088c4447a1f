import { expect, it } from 'vitest'
import { copyWithMetadata, mutableCopy } from './mutable-copy'
import type { ApiObject } from './object'

const pod = (): ApiObject => ({
  metadata: { name: 'a', managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': {} } }], labels: { app: 'web' } },
  spec: { containers: [{ name: 'c' }] },
})

it('is a copy in the same order that shares the records and nothing else', () => {
  const object = pod()
  const draft = mutableCopy(object)
  expect(JSON.stringify(draft)).toBe(JSON.stringify(pod()))
  expect(draft.metadata.managedFields).toBe(object.metadata.managedFields)
  expect(draft.metadata.labels).not.toBe(object.metadata.labels)
  draft.metadata.managedFields = []
  ;(draft['spec'] as { containers: unknown[] }).containers.pop()
  expect(object).toEqual(pod())
})

it('copies what has no records, or no metadata yet', () => {
  const bare = { metadata: { name: 'a' } }
  expect(mutableCopy(bare)).toEqual(bare)
  expect(mutableCopy(bare).metadata).not.toBe(bare.metadata)
  expect(mutableCopy({ kind: 'Pod' } as unknown as ApiObject)).toEqual({ kind: 'Pod' })
})

it('copies metadata alone', () => {
  const object = pod()
  const draft = copyWithMetadata(object)
  expect(JSON.stringify(draft)).toBe(JSON.stringify(pod()))
  expect(draft['spec']).toBe(object['spec'])
  expect(draft.metadata.labels).not.toBe(object.metadata.labels)
  draft.metadata.name = 'b'
  expect(draft.metadata.managedFields).toBe(object.metadata.managedFields)
  expect(object).toEqual(pod())
})
