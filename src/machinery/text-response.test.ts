import { describe, expect, it } from 'vitest'
import { TextResponse } from './text-response'

describe('a text response', () => {
  it.each<[string, (response: Response) => Promise<unknown>, unknown]>([
    ['text', (response) => response.text(), '{"a":"ü"}'],
    ['JSON', (response) => response.json(), { a: 'ü' }],
    ['bytes', async (response) => new TextDecoder().decode(await response.arrayBuffer()), '{"a":"ü"}'],
    ['a blob', async (response) => (await response.blob()).text(), '{"a":"ü"}'],
    ['a stream', (response) => new Response(response.body).text(), '{"a":"ü"}'],
  ])('is read as %s, once', async (_, read, expected) => {
    const response = new TextResponse('{"a":"ü"}')
    expect(await read(response)).toEqual(expected)
    await expect(response.text()).rejects.toThrow(TypeError)
    expect(() => response.clone()).toThrow(TypeError)
  })

  it('has the type of plain text unless another is given', () => {
    expect(new TextResponse('').headers.get('content-type')).toBe('text/plain;charset=UTF-8')
    const json = new TextResponse('{}', { status: 201, headers: { 'content-type': 'application/json' } })
    expect([json.headers.get('content-type'), json.status]).toEqual(['application/json', 201])
  })

  it('writes its text on first use, once', async () => {
    let written = 0
    const response = new TextResponse(() => {
      written += 1
      return 'text'
    })
    expect(written).toBe(0)
    expect(TextResponse.textOf(response)).toBe('text')
    expect(await response.text()).toBe('text')
    expect(written).toBe(1)
  })

  it('shows its text without reading it until it is read', async () => {
    const response = new TextResponse('text')
    const copy = response.clone()
    expect([TextResponse.textOf(response), response.bodyUsed]).toEqual(['text', false])
    await response.text()
    expect([TextResponse.textOf(response), response.bodyUsed]).toEqual([undefined, true])
    expect(await copy.text()).toBe('text')
    expect(TextResponse.textOf(new Response('text'))).toBeUndefined()
  })
})
