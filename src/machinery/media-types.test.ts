import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { negotiate, parseAccept, parseMediaType } from './media-types'

describe('one type', () => {
  it.each([
    ['application/json', { type: 'application/json', parameters: {} }],
    ['Application/JSON; Charset="utf-8"', { type: 'application/json', parameters: { charset: 'utf-8' } }],
    ['a/b;x="1;\\"2"; y=3;', { type: 'a/b', parameters: { x: '1;"2', y: '3' } }],
    ['json', undefined],
    ['a/b;x', undefined],
    ['', undefined],
  ])('%j', (text, result) => expect(parseMediaType(text)).toEqual(result))
})

describe('Accept', () => {
  it.each([
    ['*/*', ['*/*']],
    ['text/html, application/json', ['text/html', 'application/json']],
    ['a/b;q=0.2, c/d;q=0.9, e/f', ['e/f', 'c/d', 'a/b']],
    ['*/*, a/*, a/b', ['a/b', 'a/*', '*/*']],
    ['a/b;q=0, nonsense, c/d;q=x', ['c/d', 'a/b']],
    ['a/b, c/d;q=2, e/f;q=', ['c/d', 'a/b', 'e/f']],
    ['*', ['*/*']],
  ])('%j', (text, types) => expect(parseAccept(text).map(({ type }) => type)).toEqual(types))
})

describe('negotiation', () => {
  const offered = ['application/json', 'application/yaml', 'application/vnd.orch.protobuf']
  const table = (version: string) => `application/json;as=Table;g=meta.orch.io;v=${version}`
  const pick = (header: string | null) => {
    const found = negotiate(
      header,
      offered,
      ({ transform }, type) =>
        !transform ||
        (transform.kind === 'Table' &&
          transform.group === 'meta.orch.io' &&
          transform.version === 'v1' &&
          type === 'application/json'),
    )
    return found && `${found.type}${found.transform ? ` as ${found.transform.kind}` : ''}`
  }
  it.each([
    [null, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html, application/json', 'application/json'],
    ['text/html,*/*;q=0.1', 'application/json'],
    ['application/yaml, application/json', 'application/yaml'],
    ['application/json;q=0.2, application/yaml;q=0.9', 'application/yaml'],
    ['text/*', undefined],
    ['text/html', undefined],
    [table('v1'), 'application/json as Table'],
    [table('v9'), undefined],
    [`${table('v9')},application/json`, 'application/json'],
    ['application/yaml;as=Table;g=meta.orch.io;v=v1', undefined],
    ['*/*;as=Table;g=meta.orch.io;v=v1', 'application/json as Table'],
    ['application/json;g=meta.orch.io;v=v1', undefined],
    ['application/json;pretty=1', 'application/json'],
    ['application/json;q=0', 'application/json'],
    ['application/json;as=', 'application/json'],
    ['application/json;as=;g=x;v=v1', undefined],
  ])('%j', (header, type) => expect(pick(header)).toBe(type))
  it('keeps the parameters', () =>
    expect(negotiate('application/json;pretty=1', offered)?.parameters).toEqual({ pretty: '1' }))
  it('any header is read', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[ab*/;,="\\ q.01]{0,30}$/)),
        (text) => pick(text) === undefined || offered.includes(pick(text)?.split(' ')[0] ?? ''),
      ),
    )
  })
})
