import { expect, test } from 'vitest'
import { encodeText } from '../../../../machinery/base64'
import { refusals } from '../../../../testing/kinds'
import { secret } from './secret'

test.each([
  ['{}', true],
  ['null', true],
  ['[]', false],
  ['"a"', false],
  ['{', false],
])('registries listed as %s: %s', (text, sound) => {
  const body = { type: 'orch.io/dockerconfigjson', data: { '.dockerconfigjson': encodeText(text) } }
  expect(refusals(secret, body)).toEqual(sound ? [] : ['Invalid data[.dockerconfigjson]'])
})

test.each(['__proto__', 'constructor', 'toString'])('%s is a type of secret like any other', (type) => {
  expect(refusals(secret, { type })).toEqual([])
})
