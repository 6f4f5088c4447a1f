import type { Client } from '../client/client'
import { isObject, type JsonObject } from '../machinery/json'
import type { FoundObject } from './present-state'
import { textAt } from './text-at'

interface Served {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs: readonly string[]
}

async function groupVersions(client: Client): Promise<string[]> {
  const { groups } = await client.json<{ groups: { preferredVersion: { groupVersion: string } }[] }>('GET', '/apis')
  return ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)]
}

const MAKES = ['list', 'create'] as const

/** Every object that clients can create, once, in its group's preferred version. Rejects with the first refusal. */
export async function gatherObjects(client: Client): Promise<FoundObject[]> {
  const found = new Map<unknown, FoundObject>()
  for (const root of await groupVersions(client)) {
    const { resources } = await client.json<{ resources: readonly Served[] }>('GET', root)
    const lists = resources.filter(
      ({ name, verbs }) => !name.includes('/') && MAKES.every((verb) => verbs.includes(verb)),
    )
    const contents = await Promise.all(
      lists.map(({ name }) => client.json<{ items: JsonObject[] }>('GET', `${root}/${name}`)),
    )
    for (const [i, { name, kind, namespaced }] of lists.entries())
      for (const item of contents[i]?.items ?? []) {
        const metadata = isObject(item['metadata']) ? item['metadata'] : {}
        // Two groups may serve the same objects.
        if (found.has(metadata['uid'])) continue
        const apiVersion = root.replace(/^\/apis?\//, '')
        const place = namespaced ? `namespaces/${textAt(metadata, 'namespace')}/${name}` : name
        found.set(metadata['uid'], {
          object: { apiVersion, kind, ...item },
          collection: `${root}/${place}`,
          hasStatus: resources.some((one) => one.name === `${name}/status`),
        })
      }
  }
  return [...found.values()].sort((one, other) => madeAt(one).localeCompare(madeAt(other)))
}

const madeAt = ({ object }: FoundObject): string => textAt(object, 'metadata', 'creationTimestamp')
