import { expect, it } from 'vitest'
import { parseUri, type UriParts } from './uri'

it.each<[string, Partial<UriParts>]>([
  ['https://example.com/a b', { scheme: 'https', host: 'example.com' }],
  [
    'HTTPS://Example.com:443/{x}/a^b/"a"/<a>/\\x?q#f',
    { scheme: 'https', host: 'Example.com:443', query: 'q', fragment: 'f' },
  ],
  ['https://u:p@h', { userInfo: 'u:p', host: 'h' }],
  ['https://[::1]:8/x', { host: '[::1]:8' }],
  ['https://h:/x', { host: 'h:' }],
  ['https://ex%C3%A4mple.com', { host: 'ex%C3%A4mple.com' }],
  ['https:\\\\example.com\\x', { scheme: 'https', host: '' }],
  ['mailto:a@b', { scheme: 'mailto', host: '' }],
  ['//h/x', { scheme: '', host: 'h' }],
  ['///x', { scheme: '', host: '' }],
  ['a/b:c', { scheme: '', host: '' }],
  ['', { scheme: '', host: '' }],
])('%j is a reference', (text, parts) => {
  expect(parseUri(text)).toMatchObject(parts)
})

it.each([
  [':a b/c', 'missing protocol scheme'],
  ['1a:b', 'first path segment in URL cannot contain colon'],
  ['https://[::1', "missing ']' in host"],
  ['https://ex%41mple.com/', 'invalid URL escape "%41"'],
  ['https://a b/c', 'invalid character in host name'],
  ['https://h:x/', 'invalid port ":x" after host'],
  ['https://[::1]x/', 'invalid port "x" after host'],
  ['https://h/%zz', 'invalid URL escape "%zz"'],
  ['https://h/#%z', 'invalid URL escape "%z"'],
  ['https://h/\n', 'invalid control character in URL'],
  ['https://a b@h/', 'invalid userinfo'],
])('%j is not a reference', (text, why) => {
  expect(() => parseUri(text)).toThrow(why)
})
