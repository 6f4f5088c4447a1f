import { expect, test } from 'vitest'
import { isStatus, statusErrorOf } from './status-error'

const STATUS = { kind: 'Status', reason: 'Expired', message: 'list again', code: 410 }

test.each([
  ['a Status says why', 410, JSON.stringify(STATUS), 'Expired', 'list again'],
  ['a path at which nothing is served', 404, '404 page not found\n', 'NotFound', '404 page not found'],
  ['nothing but a code', 503, '', 'ServiceUnavailable', 'HTTP 503'],
  ['some other document', 405, '{"a":1}', 'MethodNotAllowed', '{"a":1}'],
  ['a code without a meaning of its own', 418, 'tea', '', 'tea'],
])('%s', async (_name, code, body, reason, message) => {
  const error = await statusErrorOf(new Response(body, { status: code }))
  expect(error).toMatchObject({ code, reason, message })
  expect(isStatus(error, reason)).toBe(true)
})
