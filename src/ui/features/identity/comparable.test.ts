import { describe, expect, it } from 'vitest'
import { comparableText, messageOfBody, withDryRun } from './comparable'

describe('comparing', () => {
  it.each([
    ['/api/v1/pods', '/api/v1/pods?dryRun=All'],
    ['api/v1/pods?a=b&dryRun=x', '/api/v1/pods?a=b&dryRun=All'],
  ])('tries %s', (path, tried) => expect(withDryRun(path)).toBe(tried))
  it('shows JSON as lines and a Status by its message', () => {
    expect(comparableText('{"a":{"b":[1]}}')).toBe('a:\n  b:\n    - 1\n')
    expect(comparableText('ok')).toBe('ok')
    expect(messageOfBody('{"kind":"Status","message":"no"}')).toBe('no')
    expect(messageOfBody('{"kind":"Pod"}')).toBeUndefined()
    expect(messageOfBody('ok')).toBeUndefined()
  })
})
