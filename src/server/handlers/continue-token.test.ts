import { expect, test } from 'vitest'
import { messageOf } from '../../machinery/message-of'
import { decodeToken, encodeToken, LATEST } from './continue-token'

const coded = (value: unknown): string => btoa(JSON.stringify(value)).replace(/=+$/, '')
const V1 = 'meta.orch.io/v1'

test.each([
  { revision: 7, after: 'default/a' },
  { revision: LATEST, after: 'x' },
])('a token for %j is read back', (token) => {
  expect(decodeToken(encodeToken(token))).toEqual(token)
})

test.each([
  ['a b', 'illegal base64 data at input byte 1'],
  ['garbage', String.raw`invalid character '\u0081' looking for beginning of value`],
  [coded([]), 'json: cannot unmarshal array into Go value of type etcd3.continueToken'],
  [coded({}), 'server does not recognize this encoded version ""'],
  [coded({ v: 'x' }), 'server does not recognize this encoded version "x"'],
  [coded({ v: V1, rv: 'a' }), 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
  [coded({ v: V1 }), `incorrect encoded start resourceVersion (version ${V1})`],
  [coded({ v: V1, rv: 1 }), `encoded start key empty (version ${V1})`],
  [coded({ v: V1, rv: 1, start: '../a' }), '../a'],
])('the token %s is refused', (text, why) => {
  let message = ''
  try {
    decodeToken(text)
  } catch (error) {
    message = messageOf(error)
  }
  expect(message).toBe(`invalid continue token: continue key is not valid: ${why}`)
})
