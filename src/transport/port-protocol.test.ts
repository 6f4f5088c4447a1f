import { expect, it } from 'vitest'
import { type ClientMessage, clientWire, type ServerMessage, serverWire } from './port-protocol'

const head = { type: 'head', id: 1, status: 200, statusText: '', headers: [['a', 'b\u00e9']], resting: false } as const

it.each<[string, ServerMessage]>([
  ['no body', { ...head, complete: true }],
  ['an empty text', { ...head, complete: true, body: '' }],
  ['a line break', { ...head, complete: true, body: '\n' }],
  ['lines', { ...head, complete: false, body: '{"a":"\\n"}\n\r\n\u2028' }],
  ['half a character', { ...head, complete: true, body: '\ud83d' }],
  ['bytes', { ...head, complete: true, body: new Uint8Array([10, 0, 255]).buffer }],
  ['an event', { type: 'event', name: 'trace', payload: new Map([[1, 2]]) }],
])('a port carries an answer with %s', async (_name, message) => {
  const { port1, port2 } = new MessageChannel()
  const received = new Promise((resolve) => clientWire(port2).listen(resolve, () => undefined))
  serverWire(port1).post(message)
  expect(await received).toEqual(message)
  port1.close()
})

const request = { type: 'request', id: 1, method: 'GET', url: 'http://a/\u00e9', headers: [['a', '\n']] } as const
it.each<[string, ClientMessage]>([
  ['no body', { ...request, as: { type: 'admin' } }],
  ['a body', { ...request, as: { type: 'certificate', id: 'a' }, body: new Uint8Array([1, 10]).buffer }],
  ['another purpose', { type: 'control', id: 2, name: 'flags', args: null }],
])('a port carries a request with %s', async (_name, message) => {
  const { port1, port2 } = new MessageChannel()
  const received = new Promise((resolve) => serverWire(port1).listen(resolve, () => undefined))
  clientWire(port2).post(message)
  expect(await received).toEqual(message)
  port1.close()
})
