import { expect, it } from 'vitest'
import { fieldPaths } from './field-paths'

it('names the leaves of a field set', () => {
  const fields = {
    'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:a.b/c': {} } },
    'f:spec': {
      'f:replicas': {},
      'f:containers': { 'k:{"name":"main"}': { '.': {}, 'f:image': {} }, 'k:{"name":"side"}': { '.': {} } },
      'f:list': { 'v:"x"': {}, 'i:3': {} },
    },
  }
  expect(fieldPaths(fields)).toEqual([
    '.metadata.labels.app',
    '.metadata.labels["a.b/c"]',
    '.spec.replicas',
    '.spec.containers["name":"main"].image',
    '.spec.containers["name":"side"]',
    '.spec.list[="x"]',
    '.spec.list[3]',
  ])
})
