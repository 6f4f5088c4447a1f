import { expect, test } from 'vitest'
import { Client } from './client'

test('integers beyond 2^53 arrive and leave exactly', async () => {
  const text = '{"spec":{"seconds":9223372036854775807}}'
  const client = new Client(async (request) => new Response(await request.text()))
  const spec = await client.json('POST', '/', { spec: { seconds: 9223372036854775807n } })
  expect(spec).toEqual({ spec: { seconds: 9223372036854775807n } })
  expect(await (await client.raw('POST', '/', spec)).text()).toBe(text)
})
