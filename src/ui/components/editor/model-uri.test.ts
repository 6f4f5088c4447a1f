import { expect, it } from 'vitest'
import { modelUri } from './model-uri'

it('keeps no character that would be encoded or normalized', () => {
  const uri = modelUri('object//v1/configmaps/default/a.b:c~d é%2F#managed', 'yaml')
  expect(uri).toMatch(/^inmemory:\/\/orchard\/[\w-]+\.yaml$/)
  expect(new URL(uri).href).toBe(uri)
})

it.each([
  ['a/b', 'a_b'],
  ['a/b', 'a_2f_b'],
  ['a//b', 'a/b'],
])('tells %s from %s', (one, other) => expect(modelUri(one, 'yaml')).not.toBe(modelUri(other, 'yaml')))
