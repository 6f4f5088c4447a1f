import { expect, it } from 'vitest'
import { comparedTable } from './compared-table'

const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const nowhere = { everywhere: false, namespaces: [] }

it('exports who may do what where', () => {
  const comparison = {
    first: [{ rules: [rule], first: { everywhere: false, namespaces: ['a', 'b'] }, second: nowhere }],
    second: [
      {
        rules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
        first: nowhere,
        second: { everywhere: true, namespaces: [] },
      },
    ],
    different: [],
    both: [],
  }
  expect(comparedTable(comparison, 'user:alice', 'user:bob')).toEqual({
    columns: ['user:alice', 'user:bob', 'Verbs', 'Resources', 'API groups', 'Names', 'Paths'],
    rows: [
      ['a, b', '', 'get', 'pods', 'core', '', ''],
      ['', 'all namespaces', 'get', '', '', '', '/healthz'],
    ],
  })
})
