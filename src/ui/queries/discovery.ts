import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Client } from '../../client/client'
import { listAndWatch } from '../../client/list-watch'
import { whenIdle } from '../../transport/idle'
import { PAGE_CLOCK } from '../state/clock'
import { useSystemClient } from '../state/connection'
import { planeKey } from '../../links/plane-key'
import type { NamedResource } from '../../machinery/named-resource'

/** A kind as discovery shows it. */
export interface ResourceInfo extends NamedResource {
  readonly subresources: readonly { readonly name: string; readonly kind: string; readonly verbs: readonly string[] }[]
  /** True if its version is its group's preferred one, or the only one that serves it. */
  readonly preferred: boolean
}

export interface GroupInfo {
  readonly group: string
  readonly versions: readonly string[]
  readonly preferred: string
}

export interface Discovery {
  readonly groups: readonly GroupInfo[]
  readonly resources: readonly ResourceInfo[]
  /** Group versions whose resources could not be read, with the reason. */
  readonly missing: readonly { readonly groupVersion: string; readonly error: unknown }[]
}

interface ApiResource {
  name: string
  singularName: string
  kind: string
  namespaced: boolean
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
}

const pathOfVersion = (group: string, version: string): string =>
  group ? `/apis/${group}/${version}` : `/api/${version}`
const readVersion = (client: Client, path: string) => client.json<{ resources: ApiResource[] }>('GET', path)

async function readDiscovery(client: Client): Promise<Discovery> {
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
    .flatMap(({ info, version, list }) => resourcesOf(info, version, list.resources))
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

function resourcesOf(info: Omit<GroupInfo, 'versions'>, version: string, list: readonly ApiResource[]): ResourceInfo[] {
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

const KEPT = planeKey('discovery')
/** Cache of the last parsed text: the document is long, and needed several times while a page opens. */
let parsed: { readonly text: string; readonly discovery: Discovery } | undefined

/**
 * The discovery last read in this browser, so that a page can request its objects before all groups have been read
 * again.
 */
function keptDiscovery(): Discovery | undefined {
  try {
    const text = localStorage.getItem(KEPT)
    if (text === null) return undefined
    if (text !== parsed?.text) parsed = { text, discovery: JSON.parse(text) as Discovery }
    return parsed.discovery
  } catch {
    return undefined // storage is blocked, or another program wrote it: read discovery from the server
  }
}

/** Delay before discovery is read again, so that an opening page can request its own objects first. */
const FIRST_SIGHT_MS = 500
let opening: Promise<void> | undefined
const firstSight = (): Promise<void> => (opening ??= whenIdle(FIRST_SIGHT_MS))

async function readAndKeep(client: Client): Promise<Discovery> {
  // The stored discovery suffices until then.
  if (keptDiscovery()) await firstSight()
  const discovery = await readDiscovery(client)
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...discovery, missing: [] } satisfies Discovery))
  } catch {
    // Without storage the next page reads discovery first.
  }
  return discovery
}

export function useDiscovery() {
  const client = useSystemClient()
  return useQuery({
    queryKey: ['discovery'],
    queryFn: () => readAndKeep(client),
    staleTime: Infinity,
    placeholderData: (before) => before ?? keptDiscovery(),
  })
}

/** One kind from discovery; read from its own version's document until all of discovery is available. */
export function useResource(group: string, version: string, resource: string) {
  const client = useSystemClient()
  const all = useDiscovery()
  const known = findResource(all.data, group, version, resource)
  const early = useQuery({
    queryKey: ['discovery', group, version],
    queryFn: () => readVersion(client, pathOfVersion(group, version)),
    enabled: all.isPending && version !== '',
    retry: false,
  })
  const own = early.data && resourcesOf({ group, preferred: version }, version, early.data.resources)
  return { info: known ?? (all.isPending ? own?.find((r) => r.resource === resource) : undefined), all }
}

/** Reads discovery and schemas again whenever a CustomResourceDefinition or an APIService changes. */
export function useDiscoveryUpdates(): void {
  const client = useSystemClient()
  const queries = useQueryClient()
  const has = useDiscovery().data?.resources.some((r) => r.resource === 'customresourcedefinitions' && r.preferred)
  useEffect(() => {
    if (!has) return
    const stop = new AbortController()
    let timers: ReturnType<typeof setTimeout>[] = []
    const renew = () => {
      timers.forEach(clearTimeout)
      // Names are accepted a moment after the definition is stored, so the first reading may be too early.
      timers = [150, 1200].map((ms) =>
        setTimeout(() => {
          void queries.invalidateQueries({ queryKey: ['discovery'] })
          void queries.invalidateQueries({ queryKey: ['openapi'] })
        }, ms),
      )
    }
    void listAndWatch(
      client,
      { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' },
      {},
      { replaced: () => undefined, changed: renew },
      PAGE_CLOCK,
      stop.signal,
    )
    return () => {
      stop.abort()
      timers.forEach(clearTimeout)
    }
  }, [client, queries, has])
}

export const findResource = (
  discovery: Discovery | undefined,
  group: string,
  version: string,
  resource: string,
): ResourceInfo | undefined =>
  discovery?.resources.find((r) => r.group === group && r.version === version && r.resource === resource)

export const findKind = (
  discovery: Discovery | undefined,
  apiVersion: string,
  kind: string,
): ResourceInfo | undefined => {
  const [group, version] = apiVersion.includes('/') ? (apiVersion.split('/') as [string, string]) : ['', apiVersion]
  return discovery?.resources.find((r) => r.group === group && r.version === version && r.kind === kind)
}

export const apiVersionFor = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version
export const resourceTitle = ({ group, resource }: { group: string; resource: string }): string =>
  group ? `${resource}.${group}` : resource
