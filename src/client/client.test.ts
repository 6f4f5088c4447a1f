import { expect, test } from 'vitest'
import { Client, isStatus, statusErrorOf } from './client'

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

test('integers beyond 2^53 arrive and leave exactly', async () => {
  const text = '{"spec":{"seconds":9223372036854775807}}'
  const client = new Client(async (request) => new Response(await request.text()))
  const spec = await client.json('POST', '/', { spec: { seconds: 9223372036854775807n } })
  expect(spec).toEqual({ spec: { seconds: 9223372036854775807n } })
  expect(await (await client.raw('POST', '/', spec)).text()).toBe(text)
})
