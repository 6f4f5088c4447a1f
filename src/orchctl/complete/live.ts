import { loadConfig } from '../config/config-file'
import { Objects } from '../resources/server'
import { findResource, type Resource } from '../core/catalogue'
import type { Candidate, CompletionPlace } from './candidate'

/** Longer lists of names are not useful. */
const MOST = 500

/** The server's kinds in the order of discovery; with short names, and with the group if two kinds share a name. */
export async function typeNames({ session }: CompletionPlace): Promise<Candidate[]> {
  const { resources } = await (await session.discovery()).catalogue()
  const found = new Map<string, Candidate>()
  for (const { name, kind, group, shortNames } of resources) {
    if (name.includes('/') || found.has(name)) continue
    const short = shortNames.length > 0 ? ` (${shortNames.join(', ')})` : ''
    found.set(name, { text: name, note: `${kind}${short}${group ? ` of ${group}` : ''}` })
  }
  return [...found.values()]
}

/** The resource that a word names; undefined if there is none. */
export async function resourceFor({ session }: CompletionPlace, word: string): Promise<Resource | undefined> {
  return findResource(await (await session.discovery()).catalogue(), word)
}

/** Names of the objects of a type, in the namespace that the line selects. */
export async function objectNames(place: CompletionPlace, type: string): Promise<Candidate[]> {
  const resource = await resourceFor(place, type)
  if (!resource) return []
  const namespace = (await place.session.namespace()).name
  const names: Candidate[] = []
  for await (const page of new Objects(place.session).pages(resource, namespace, { limit: MOST })) {
    for (const { metadata } of page.items) names.push({ text: metadata.name ?? '', note: resource.kind })
    break
  }
  return names
}

/** `key=value` for the labels of the objects of a type. */
export async function labelPairs(place: CompletionPlace, type: string): Promise<Candidate[]> {
  const resource = await resourceFor(place, type)
  if (!resource) return []
  const pairs = new Map<string, number>()
  const namespace = (await place.session.namespace()).name
  for await (const page of new Objects(place.session).pages(resource, namespace, { limit: MOST })) {
    for (const { metadata } of page.items)
      for (const [key, value] of Object.entries(metadata.labels ?? {}))
        pairs.set(`${key}=${value}`, (pairs.get(`${key}=${value}`) ?? 0) + 1)
    break
  }
  return [...pairs].map(([text, count]) => ({ text, note: `${count} ${count === 1 ? 'object' : 'objects'}` }))
}

/** Names from the client configuration. */
export async function configNames(
  { session }: CompletionPlace,
  kind: 'contexts' | 'clusters' | 'users',
): Promise<Candidate[]> {
  const config = await loadConfig(session.io, session.globals)
  return [...config[kind].keys()].sort().map((text) => ({ text }))
}

/** Files and directories that start with the current word. */
export async function fileNames({ session: { io } }: CompletionPlace, current: string): Promise<Candidate[]> {
  const at = current.lastIndexOf('/')
  const shown = at < 0 ? '' : current.slice(0, at + 1)
  const directory = shown.startsWith('/') ? shown : `${io.cwd}/${shown}`
  const names = await io.files.list(directory.replace(/(.)\/$/, '$1'))
  const candidates: Candidate[] = []
  for (const name of names) {
    const folder = (await io.files.kind(`${directory}/${name}`.replace(/\/+/g, '/'))) === 'directory'
    candidates.push({ text: `${shown}${name}${folder ? '/' : ''}` })
  }
  return candidates
}
