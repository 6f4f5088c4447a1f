import { expect, test } from 'vitest'
import { PROGRAM } from '../../../orchctl/core/words'
import { askedTable } from './asked-table'

test.each([
  ['get pods', { type: 'pods', namespace: 'default', everywhere: false }],
  ['get pods -n shop', { type: 'pods', namespace: 'shop', everywhere: false }],
  ['--namespace=shop get deploy web', { type: 'deploy', namespace: 'shop', everywhere: false }],
  ['get pods -A', { type: 'pods', namespace: 'default', everywhere: true }],
  ['get pods --all-namespaces | grep web', { type: 'pods', namespace: 'default', everywhere: true }],
  ['describe pod web', { type: '', namespace: 'default', everywhere: false }],
])('%s', (line, asked) => {
  expect(askedTable(`${PROGRAM} ${line}`)).toEqual(asked)
})

test('only the first line of an input and only the own program count', () => {
  expect(askedTable(`echo\n${PROGRAM} get pods`).type).toBe('')
  expect(askedTable('cat get pods').type).toBe('')
})
