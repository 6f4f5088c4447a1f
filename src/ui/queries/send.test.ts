import { describe, expect, it } from 'vitest'
import { type Answer, sendRequest } from './send'

const ask = async (
  response: Response,
  request: Partial<{ method: string; path: string; headers: string; body: string }> = {},
) => {
  const seen: Request[] = []
  const reported: Answer[] = []
  const answer = await sendRequest(
    async (sent) => {
      seen.push(sent)
      return response
    },
    { method: 'GET', path: '/api', headers: '', body: '', ...request },
    new AbortController().signal,
    (a) => reported.push(a),
  )
  return { answer, reported, request: seen[0] }
}

describe('sendRequest', () => {
  it('sends headers and body unchanged, and guesses a missing content type', async () => {
    const { request } = await ask(Response.json({}), {
      method: 'POST',
      path: 'api/v1/pods?dryRun=All',
      headers: 'X-One: a: b\nnonsense',
      body: 'kind: Pod',
    })
    expect(request?.url).toBe('http://orchard.invalid/api/v1/pods?dryRun=All')
    expect(request?.headers.get('x-one')).toBe('a: b')
    expect(request?.headers.get('content-type')).toBe('application/yaml')
    expect(await request?.text()).toBe('kind: Pod')
  })

  it('reports events while they come', async () => {
    const lines = [
      { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a', resourceVersion: '5' } } },
      { type: 'ERROR', object: { kind: 'Status', message: 'too old' } },
    ]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const half = Math.floor(text.length / 3)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text.slice(0, half)))
        controller.enqueue(new TextEncoder().encode(text.slice(half)))
        controller.close()
      },
    })
    const { answer, reported } = await ask(new Response(body), { path: '/api/v1/pods?watch=1' })
    expect(answer.events?.map(({ type, title }) => `${type} ${title}`)).toEqual([
      'ADDED Pod a @5',
      'ERROR Status too old',
    ])
    expect(answer.open).toBe(false)
    expect(reported[0]).toMatchObject({ open: true, events: [] })
  })

  it('keeps a refusal as an answer', async () => {
    const { answer } = await ask(
      Response.json(
        { kind: 'Status' },
        { status: 403, headers: { 'audit-id': 'x', warning: '299 - "old \\"thing\\""' } },
      ),
    )
    expect(answer).toMatchObject({ status: 403, statusText: 'Forbidden', auditId: 'x', warnings: ['old "thing"'] })
  })
})
