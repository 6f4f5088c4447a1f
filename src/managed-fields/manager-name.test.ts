import { expect, test } from 'vitest'
import { FieldSet } from './field-set'
import { managerNameOf } from './manager-name'
import { resetFieldsOf } from './reset-fields'
import { struct, text } from './stage.testing'

test.each([
  ['named', 'tool/1.0', 'named'],
  ['', 'mytool/1.2 (linux/amd64)', 'mytool'],
  [undefined, 'plain', 'plain'],
  ['', '/odd', 'unknown'],
  ['', undefined, 'unknown'],
  ['', 'a\u0007b/1', 'ab'],
  ['', 'ü'.repeat(70), 'ü'.repeat(64)],
])('the manager %j with the user agent %j is %s', (manager, agent, name) => {
  expect(managerNameOf(manager, agent)).toBe(name)
})

test('an endpoint does not own fields that are written elsewhere', () => {
  const schema = struct({ spec: text, more: text, status: text })
  const at = { subresource: '', hasStatus: true, custom: true, schema }
  expect(resetFieldsOf(at).equals(FieldSet.ofFields([['status']]))).toBe(true)
  expect(resetFieldsOf({ ...at, hasStatus: false }).isEmpty).toBe(true)
  const others = FieldSet.ofFields([['spec'], ['more'], ['metadata']])
  expect(resetFieldsOf({ ...at, subresource: 'status' }).equals(others)).toBe(true)
  expect(resetFieldsOf({ ...at, subresource: 'status', custom: false }).equals(FieldSet.ofFields([['spec']]))).toBe(
    true,
  )
})
