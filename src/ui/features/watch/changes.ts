import { CONFIG_MAPS } from '../../../client/core-targets'
import type { Client } from '../../../client/client'
import { StatusError } from '../../../client/status-error'

let round = 0

/** A few writes worth watching: creations, updates and a deletion. */
export async function makeChanges(client: Client, namespace: string): Promise<void> {
  const target = { ...CONFIG_MAPS, namespace }
  round++
  const names = ['apple', 'pear', 'plum', 'quince'].map((fruit) => `watched-${fruit}`)
  for (const name of names) {
    try {
      await client.create(target, {
        metadata: { name, labels: { 'made-for': 'watching' } },
        data: { round: String(round) },
      })
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
      await client.patch(target, name, 'merge', { data: { round: String(Date.now()) } })
    }
  }
  const goes = names[round % names.length]
  const changes = names[(round + 1) % names.length]
  if (changes) await client.patch(target, changes, 'merge', { data: { touched: String(Date.now()) } })
  if (goes) await client.delete(target, goes)
}
