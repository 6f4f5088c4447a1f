import { describe, expect, test } from 'vitest'
import { parseDocuments, readable } from './documents'

describe('parseDocuments', () => {
  test('reads several documents and skips empty ones', () => {
    const text = 'kind: A\n---\n\n---\napiVersion: x/v1\nkind: B\nmetadata: {generateName: b-, namespace: east}\n'
    expect(parseDocuments(text).map(({ index, kind, name, namespace }) => [index, kind, name, namespace])).toEqual([
      [0, 'A', '', undefined],
      [2, 'B', 'b-…', 'east'],
    ])
  })

  test.each<[string, string, string]>([
    ['apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 3\n  mi\n  selector: {}\n', 'apps/v1', 'Deployment'],
    ['apiVersion: "v1"\nkind: Pod\nmetadata: {\n', 'v1', 'Pod'],
    ['metadata: {\n', '', ''],
  ])('knows the kind of a text that is broken: %j', (text, apiVersion, kind) => {
    const [document] = parseDocuments(text)
    expect(document).toMatchObject({ apiVersion, kind })
    expect(document?.problem?.message).toBeTruthy()
  })

  test('names the place of an error without quoting the text', () => {
    const [document] = parseDocuments('metadata:\n  name: two\n    namespace: default\n')
    expect(document?.problem?.message).toMatch(/at line 2, column 9$/)
  })

  test('says what a text that is no object lacks', () => {
    expect(parseDocuments('- a\n')[0]?.problem?.message).toContain('apiVersion')
  })
})

test('an object is read in the order that people write it, without the owners of its fields', () => {
  const object = { status: {}, spec: {}, kind: 'A', metadata: { name: 'a', managedFields: [] }, apiVersion: 'v1' }
  expect(Object.keys(readable(object))).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status'])
  expect(readable(object)['metadata']).toEqual({ name: 'a' })
  expect(readable(object, true)['metadata']).toEqual({ name: 'a', managedFields: [] })
})
