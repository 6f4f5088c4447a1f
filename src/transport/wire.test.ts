import { afterEach, expect, it, vi } from 'vitest'
import { portWire, type TextForm } from './wire'

type Message = string | { readonly bytes: ArrayBuffer }
const form: TextForm<Message, Message> = {
  write: (message) => (typeof message === 'string' ? message.toUpperCase() : undefined),
  read: (text) => text.toLowerCase(),
}

const channels: MessageChannel[] = []
afterEach(() => {
  for (const { port1 } of channels.splice(0)) port1.close()
})

/** One end of a channel, what arrives at the other one, and how many messages the channel carries. */
function connect() {
  const channel = new MessageChannel()
  channels.push(channel)
  const posted = vi.spyOn(channel.port1, 'postMessage')
  const arrived: Message[] = []
  portWire<Message, Message>(channel.port2, form).listen(
    (message) => arrived.push(message),
    () => undefined,
  )
  return { wire: portWire<Message, Message>(channel.port1, form), posted, arrived }
}

it('carries texts that are posted together as one message, in order', async () => {
  const { wire, posted, arrived } = connect()
  await Promise.all(['one', 'two', 'three'].map(async (text) => wire.post(text)))
  await vi.waitFor(() => expect(arrived).toEqual(['one', 'two', 'three']))
  expect(posted.mock.calls).toEqual([[['ONE', 'TWO', 'THREE']]])
  wire.post('four')
  await vi.waitFor(() => expect(arrived).toHaveLength(4))
  expect(posted.mock.calls[1]).toEqual(['FOUR'])
})

it('keeps the order of texts and other messages', async () => {
  const { wire, arrived } = connect()
  const bytes = new Uint8Array([1, 2]).buffer
  wire.post('before')
  wire.post({ bytes }, [bytes])
  wire.post('after')
  await vi.waitFor(() => expect(arrived).toHaveLength(3))
  expect([arrived[0], arrived[2]]).toEqual(['before', 'after'])
  expect(bytes.byteLength).toBe(0)
})

it('delivers what was posted before it is closed', async () => {
  const { wire, arrived } = connect()
  wire.post('bye')
  wire.close()
  await vi.waitFor(() => expect(arrived).toEqual(['bye']))
})
