import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { embedAddress, embedPanel } from './embed'
import { EMBED_MARK, hostMessage } from './embed-protocol'

describe('the address of an embedded page', () => {
  it.each([
    ['', undefined],
    ['?embed=lab', 'lab'],
    ['?embed=', undefined],
    ['?embed=constructor', undefined],
  ])('%s shows %s', (search, panel) => expect(embedPanel(search)).toBe(panel))

  it.each([
    ['', undefined],
    ['?plane=mine', undefined],
    ['?embed=lab', '?embed=lab&plane=embed-page#/apply'],
    ['?embed=lab&plane=mine#/apply', '?embed=lab&plane=embed-page#/apply'],
    ['?embed=lab&plane=embed-a#/map', undefined],
    ['?embed=lab&plane=embed-a&flags=--release%3D1.16#/map', '?embed=lab&plane=embed-a#/map'],
  ])('%s moves to %s', (given, moved) =>
    expect(embedAddress(`https://site.test/x/${given}`)).toBe(moved && `https://site.test/x/${moved}`),
  )
})

describe('a message of a host page', () => {
  const marked = (message: object) => ({ mark: EMBED_MARK, ...message })
  test.each([
    [marked({ type: 'load', id: 1, lesson: 'apply/x' }), true],
    [marked({ type: 'request', id: 1, method: 'GET', path: '/api' }), true],
    [{ type: 'load', id: 1 }, false],
    [marked({ type: 'load' }), false],
    [marked({ type: 'load', id: 1, url: {} }), false],
    [marked({ type: 'request', id: 1, method: 'GET' }), false],
    [marked({ type: 'other', id: 1 }), false],
    [null, false],
    ['text', false],
  ])('%j is one: %s', (data, is) => expect(hostMessage(data) !== undefined).toBe(is))

  test('may be anything', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        expect(hostMessage(data)).toBeUndefined()
      }),
    )
  })
})
