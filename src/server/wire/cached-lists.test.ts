import { expect, it, vi } from 'vitest'
import { contentText } from '../../machinery/in-memory-body'
import type { ApiObject } from '../../machinery/object'
import { joinedTexts } from './cached-lists'

const objectsOf = (count: number): ApiObject[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `map-${i}` } }))

const listed = (objects: readonly ApiObject[], nameOf: (object: ApiObject) => string): string =>
  contentText(joinedTexts(objects, nameOf, '[', ']'))

it('joins the texts of the same objects once, and again when one is another', () => {
  const nameOf = vi.fn((object: ApiObject) => object.metadata.name ?? '')
  const objects = objectsOf(60)
  const text = listed(objects, nameOf)
  expect(text).toMatch(/^\[map-0,map-1,.*,map-59\]$/)
  expect(listed([...objects], nameOf)).toBe(text)
  expect(nameOf).toHaveBeenCalledTimes(60)
  const changed = [...objects.slice(0, -1), { ...(objects[0] as ApiObject), metadata: { name: 'changed' } }]
  expect(listed(changed, nameOf)).toMatch(/map-58,changed\]$/)
  expect(listed(objects.slice(0, -1), nameOf)).toMatch(/map-58\]$/)
  expect(listed([], nameOf)).toBe('[]')
})

it('gives each caller bytes of its own', () => {
  const list = () => joinedTexts(objectsOf(50), (object) => object.metadata.name ?? '', '', '') as Uint8Array
  const first = list()
  const text = new TextDecoder().decode(first)
  first.fill(0)
  expect(new TextDecoder().decode(list())).toBe(text)
})
