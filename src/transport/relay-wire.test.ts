import { describe, expect, it } from 'vitest'
import { decodeFrame, encodeFrame, type FrameSocket, lanesOver } from './relay-wire'

describe('frames', () => {
  it.each([
    [{ type: 'ping' }],
    [{ type: 'head', id: 1, headers: [['a', 'ü']], body: new Uint8Array([0, 255, 10]).buffer }],
    [{ type: 'identify', chain: [new Uint8Array([1, 2]), new Uint8Array([])], last: new Uint8Array([9]).buffer }],
    [{ type: 'result', value: null }],
  ])('come back as they were: %j', (message) => {
    expect(decodeFrame(encodeFrame('api', message).buffer)).toEqual({ lane: 'api', message })
  })

  it('carry the part of a buffer that a view shows', () => {
    const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3)
    expect(decodeFrame(encodeFrame('x', view).buffer).message).toEqual(new Uint8Array([2, 3]))
  })
})

describe('lanes', () => {
  it('share a socket without hearing each other', () => {
    let arrive: (frame: ArrayBuffer) => void = () => undefined
    let part: () => void = () => undefined
    const socket: FrameSocket = {
      send: (frame) => arrive(frame.buffer),
      listen: (frame, closed) => {
        arrive = frame
        part = closed
      },
      close: () => part(),
    }
    const lane = lanesOver(socket)
    const heard: unknown[] = []
    const [a, b] = [lane('a'), lane('b')]
    a.listen(
      (message) => heard.push(['a', message]),
      () => heard.push('a closed'),
    )
    b.listen(
      (message) => heard.push(['b', message]),
      () => heard.push('b closed'),
    )
    a.post(1)
    b.post(2)
    a.close()
    expect(heard).toEqual([['a', 1], ['b', 2], 'a closed', 'b closed'])
  })
})
