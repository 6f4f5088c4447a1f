import type { Client } from '../../client/client'
import type { Discovery, GroupInfo, ResourceInfo } from './discovery'

/** A resource or subresource in a discovery document. */
interface ApiResource {
  name: string
  singularName: string
  kind: string
  namespaced: boolean
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
}

/** Path of the discovery document of one version. */
export const pathOfVersion = (group: string, version: string): string =>
  group ? `/apis/${group}/${version}` : `/api/${version}`
/** Reads the discovery document of one version. */
export const readVersion = (client: Client, path: string) => client.json<{ resources: ApiResource[] }>('GET', path)

/** Reads the documents of all groups and versions. Rejects only if the list of groups can't be read. */
export async function readDiscovery(client: Client): Promise<Discovery> {
  const [core, named] = await Promise.all([
    client.json<{ versions: string[] }>('GET', '/api'),
    client.json<{ groups: { name: string; versions: { version: string }[]; preferredVersion: { version: string } }[] }>(
      'GET',
      '/apis',
    ),
  ])
  const groups: GroupInfo[] = [
    { group: '', versions: core.versions, preferred: core.versions[0] ?? 'v1' },
    ...named.groups.map(({ name, versions, preferredVersion }) => ({
      group: name,
      versions: versions.map((v) => v.version),
      preferred: preferredVersion.version,
    })),
  ]
  const missing: { groupVersion: string; error: unknown }[] = []
  const lists = await Promise.all(
    groups.flatMap((info) =>
      info.versions.map(async (version) => {
        const path = pathOfVersion(info.group, version)
        try {
          return { info, version, list: await readVersion(client, path) }
        } catch (error) {
          missing.push({ groupVersion: path, error })
          return { info, version, list: { resources: [] } }
        }
      }),
    ),
  )
  const seen = new Set<string>()
  const resources = lists
    .flatMap(({ info, version, list }) => listedResources(info, version, list.resources))
    .sort((a, b) => Number(b.preferred) - Number(a.preferred))
    .map((resource) => {
      // A kind that the preferred version lacks is listed once, in the first version that serves it.
      const key = `${resource.group}/${resource.resource}`
      const first = !seen.has(key)
      seen.add(key)
      return first === resource.preferred ? resource : { ...resource, preferred: first }
    })
  return { groups, resources, missing }
}

/** The resources of one version's document, each with its subresources. */
export function listedResources(
  info: Omit<GroupInfo, 'versions'>,
  version: string,
  list: readonly ApiResource[],
): ResourceInfo[] {
  return list
    .filter(({ name }) => !name.includes('/'))
    .map((main) => ({
      group: info.group,
      version,
      resource: main.name,
      singular: main.singularName || main.kind.toLowerCase(),
      kind: main.kind,
      namespaced: main.namespaced,
      verbs: main.verbs,
      shortNames: main.shortNames ?? [],
      categories: main.categories ?? [],
      subresources: list.flatMap(({ name, kind, verbs }) =>
        name.startsWith(`${main.name}/`) ? [{ name: name.slice(main.name.length + 1), kind, verbs }] : [],
      ),
      preferred: version === info.preferred,
    }))
}
