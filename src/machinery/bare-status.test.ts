import { expect, it } from 'vitest'
import { bareStatus } from './bare-status'

it.each([
  [400, 'POST', 'why', 'BadRequest', 'the server rejected our request for an unknown reason'],
  [403, 'GET', ' not you \n', 'Forbidden', 'not you'],
  [403, 'GET', '', 'Forbidden', 'unknown'],
  [406, 'GET', '', 'NotAcceptable', 'the server was unable to respond with a content type that the client supports'],
  [406, 'GET', 'only JSON', 'NotAcceptable', 'only JSON'],
  [409, 'POST', '', 'AlreadyExists', 'the server reported a conflict'],
  [409, 'PUT', '', 'Conflict', 'the server reported a conflict'],
  [
    500,
    'POST',
    'a "b"\n',
    'InternalError',
    String.raw`an error on the server ("a \"b\"") has prevented the request from succeeding`,
  ],
  [502, 'POST', '', 'InternalError', 'an error on the server ("unknown") has prevented the request from succeeding'],
  [503, 'POST', 'x', 'ServiceUnavailable', 'the server is currently unable to handle the request'],
  [302, 'POST', '', '', 'the server responded with the status code 302 but did not return more information'],
])('%i after %s with "%s"', (code, method, text, reason, message) => {
  expect(bareStatus(new Response(text, { status: code }), method, text)).toEqual({ reason, message })
})

it('shows no text that is for programs', () => {
  expect(bareStatus(Response.json({}, { status: 500 }), 'GET', '{}').message).toContain('("unknown")')
})
