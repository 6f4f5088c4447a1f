import { NAMESPACES } from '../../../client/core-targets'
import type { Client } from '../../../client/client'
import { isStatus } from '../../../client/status-error'
import { pathOf } from '../../../client/targets'
import type { Situation } from './situations'

async function unless(reason: string, doing: Promise<unknown>): Promise<void> {
  try {
    await doing
  } catch (error) {
    if (!isStatus(error, reason)) throw error
  }
}

/** Runs a situation's past actions; deletes any object of the same name first. Rejects with the server's refusal. */
export async function enact(client: Client, { target, name, past }: Situation): Promise<void> {
  await unless('AlreadyExists', client.create(NAMESPACES, { metadata: { name: target.namespace } }))
  await unless('NotFound', client.delete(target, name, { query: { propagationPolicy: 'Background' } }))
  for (const deed of past) {
    const query = { fieldManager: deed.by }
    if ('apply' in deed) await client.patch(target, name, 'apply', deed.apply, { query })
    else if ('create' in deed)
      await client.json('POST', pathOf(target), deed.create, { query, contentType: 'application/yaml' })
    else
      await client.patch(target, name, 'merge', deed.patch, {
        query,
        ...(deed.through && { subresource: deed.through }),
      })
  }
}
