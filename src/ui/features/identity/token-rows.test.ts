import { describe, expect, it } from 'vitest'
import { encodePeople, parsePeople } from './token-rows'

describe('static token files', () => {
  it.each([
    ['t,alice,1', [{ token: 't', name: 'alice', uid: '1', groups: [] }]],
    [
      't,alice,1,"dev,ops"\r\n"a ""b""",bob,\n',
      [
        { token: 't', name: 'alice', uid: '1', groups: ['dev', 'ops'] },
        { token: 'a "b"', name: 'bob', uid: '', groups: [] },
      ],
    ],
    ['t,alice,1,dev,extra', [{ token: 't', name: 'alice', uid: '1', groups: ['dev'] }]],
    ['\n,nobody,1\n', []],
    ['t,alice,', [{ token: 't', name: 'alice', uid: '', groups: [] }]],
  ])('%j are read', (text, rows) => {
    expect(parsePeople(text)).toEqual(rows)
  })
  it('are read back unchanged', () => {
    const rows = [
      { token: 'a,b"c', name: 'one', uid: '', groups: [] },
      { token: 't', name: 'two', uid: '2', groups: ['x', 'y'] },
    ]
    expect(parsePeople(encodePeople(rows))).toEqual(rows)
    expect(encodePeople([])).toBe('')
  })
})
