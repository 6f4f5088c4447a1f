import { describe, expect, test } from 'vitest'
import { patchedText } from './patched-text'

const STORED = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { uid: '1', namespace: 'n', name: 'c', managedFields: [{ time: 't', manager: 'm' }] },
  data: { b: '2', a: '<' },
}

describe('the text of a patched object', () => {
  test.each([
    [
      'leaves untouched parts in the order of their type',
      { data: 'x' },
      'merge',
      '{"apiVersion":"v1","data":"x","kind":"ConfigMap","metadata":{"name":"c","namespace":"n","uid":"1","managedFields":[{"manager":"m","time":"t"}]}}',
    ],
    [
      'sorts what a patch reached',
      { metadata: { uid: '1', name: 'c', labels: { b: 1, a: 2 } }, data: STORED.data },
      'merge',
      '{"apiVersion":"v1","data":{"b":"2","a":"\\u003c"},"kind":"ConfigMap","metadata":{"labels":{"a":2,"b":1},"name":"c","uid":"1"}}',
    ],
    [
      'keeps the order of a value that a JSON patch brought',
      { metadata: [], data: { b: { z: 1, y: 2 } } },
      'json',
      '{"apiVersion":"v1","data":{"b":{"z":1,"y":2}},"kind":"ConfigMap","metadata":[]}',
    ],
  ] as const)('%s', (_, change, kind, text) => {
    expect(patchedText({ ...STORED, ...change }, STORED, kind)).toBe(text)
  })
})
