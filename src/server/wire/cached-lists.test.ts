import { expect, it, vi } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { joinedTexts } from './cached-lists'

const objectsOf = (count: number): ApiObject[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: `map-${i}` } }))

it('joins the texts of the same objects once, and again when one is another', () => {
  const textOf = vi.fn((object: ApiObject) => object.metadata.name ?? '')
  const objects = objectsOf(60)
  const text = joinedTexts(objects, textOf)
  expect(text).toMatch(/^map-0,map-1,.*,map-59$/)
  expect(joinedTexts([...objects], textOf)).toBe(text)
  expect(textOf).toHaveBeenCalledTimes(60)
  const changed = [...objects.slice(0, -1), { ...(objects[0] as ApiObject), metadata: { name: 'changed' } }]
  expect(joinedTexts(changed, textOf)).toMatch(/map-58,changed$/)
  expect(joinedTexts(objects.slice(0, -1), textOf)).toMatch(/map-58$/)
  expect(joinedTexts([], textOf)).toBe('')
})
