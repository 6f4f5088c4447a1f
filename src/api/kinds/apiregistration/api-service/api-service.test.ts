import { expect, it } from 'vitest'
import { kindContext } from '../../../../testing/kinds'
import { apiService } from './api-service'

it.each<[string, string[]]>([
  ['v1.a.b', []],
  ['other', ['must be `spec.version+"."+spec.group`: "v1.a.b"']],
  ['a/b', ["may not contain '/'"]],
])('the name %s', (name, errors) => {
  const object = { metadata: { name }, spec: { group: 'a.b', version: 'v1' } }
  const rule = apiService.nameRuleOf?.(kindContext(), object)
  expect(typeof rule === 'function' && rule(name, false)).toEqual(errors)
})
