import { expect, it } from 'vitest'
import { Client } from '../../client/client'
import { count, countFailed } from './counts'
import type { ResourceInfo } from './discovery'
import { resourceInfo } from './discovery.testing'

const info = (resource: string): ResourceInfo => resourceInfo(resource, { resource })

it('counts at most four kinds at a time, also those that failed before', async () => {
  let open = 0
  let most = 0
  let asked = 0
  const client = new Client(async () => {
    most = Math.max(most, ++open)
    asked++
    await new Promise((resolve) => setTimeout(resolve, 1))
    open--
    return Response.json({ kind: 'Status', code: 503, reason: 'ServiceUnavailable' }, { status: 503 })
  })
  const kinds = Array.from({ length: 12 }, (_, i) => info(`kind${i}`))
  await count(client, kinds)
  expect([asked, most]).toEqual([12, 4])
  await countFailed()
  expect([asked, most]).toEqual([24, 4])
})
