import { expect, it } from 'vitest'
import type { Answer } from '../../queries/send'
import { comparedParts } from './compared'

const answer = (change: Partial<Answer>): Answer => ({
  status: 200,
  statusText: 'OK',
  headers: [],
  warnings: [],
  headMs: 1,
  text: '',
  open: false,
  ...change,
})

it('compares status, headers without those that always differ, and the indented body', () => {
  const before = answer({
    headers: [
      ['date', '1'],
      ['audit-id', 'a'],
      ['x', '1'],
    ],
    text: '{"a":1}',
  })
  const after = answer({
    status: 404,
    statusText: 'Not Found',
    headers: [
      ['b', '2'],
      ['x', '1'],
    ],
    text: 'no JSON',
  })
  expect(comparedParts(before, after)).toEqual([
    { title: 'Status', before: '200 OK', after: '404 Not Found' },
    { title: 'Headers', before: 'x: 1', after: 'b: 2\nx: 1' },
    { title: 'Body', before: '{\n  "a": 1\n}', after: 'no JSON' },
  ])
})

it('compares the events of watches', () => {
  const event = { atMs: 1, type: 'ADDED', title: '', text: '{"type":"ADDED"}' }
  const [, , body] = comparedParts(answer({ events: [] }), answer({ events: [event, event] }))
  expect(body?.after).toBe('{\n  "type": "ADDED"\n}\n{\n  "type": "ADDED"\n}')
})
