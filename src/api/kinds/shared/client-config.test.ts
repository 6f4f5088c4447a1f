import { expect, test } from 'vitest'
import type { Errors } from '../meta/rules'
import { type ClientConfig, validateClientConfig } from './client-config'

const wrongWith = (config: ClientConfig): string[] => {
  const errors: Errors = []
  validateClientConfig(config, 'at', errors)
  return errors.map(({ field, message }) => `${field}: ${message}`)
}
const FORM = '; desired format: https://host[/path]'

test.each([
  ['http://a.b/c', [`Invalid value: "http": 'https' is the only allowed URL scheme${FORM}`]],
  ['https:///c', [`Invalid value: "": host must be provided${FORM}`]],
  ['https://u@a.b', ['Invalid value: "u": user information is not permitted in the URL']],
  ['https://a.b?c=d', ['Invalid value: "c=d": query parameters are not permitted in the URL']],
  ['https://a.b#c', ['Invalid value: "c": fragments are not permitted in the URL']],
  [':x', [`Required value: url must be a valid URL: parse ":x": missing protocol scheme${FORM}`]],
  ['https://a.b/c', []],
])('the address %j shows the part that is wrong', (url, wrong) => {
  expect(wrongWith({ url })).toEqual(wrong.map((text) => `at.url: ${text}`))
})

test('a service without name and namespace, and paths', () => {
  expect(wrongWith({ service: {} })).toEqual([
    'at.service.name: Required value: service name is required',
    'at.service.namespace: Required value: service namespace is required',
  ])
  expect(wrongWith({ service: { name: 'a' } })).toEqual(['at.service.name: Required value: service name is required'])
  const service = { name: 'a', namespace: 'b' }
  expect(wrongWith({ service: { ...service, path: 'x' } })).toEqual([
    `at.service.path: Invalid value: "x": must start with a '/'`,
    'at.service.path: Invalid value: "x": segment[0] may not be empty',
  ])
  expect(wrongWith({ service: { ...service, path: '/a b/c' } })[0]).toContain(
    'segment[0]: a lowercase RFC 1123 subdomain',
  )
})
