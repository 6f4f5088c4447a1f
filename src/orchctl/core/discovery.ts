import { StatusError } from '../../client/status-error'
import type { Api } from './api'
import { type Catalogue, findResource, type Group, otherMeanings, type Resource } from './catalogue'
import { CommandError, ConnectionError, isRefusal, PlainError } from './errors'
import type { DocumentCache } from './io'
import { CLIENT_CACHE_MS } from './words'

interface ResourceDocument {
  readonly name: string
  readonly singularName?: string
  readonly kind: string
  readonly namespaced: boolean
  readonly verbs?: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly group?: string
  readonly version?: string
}

/** The server's groups and resources, read once per command and cached between commands for a while. */
export class Discovery {
  private current: Promise<Catalogue> | undefined
  private fresh = false
  private readonly told = new Set<string>()

  constructor(
    private readonly api: Api,
    private readonly server: string,
    private readonly now: () => number,
    private readonly cache?: DocumentCache,
    private readonly warn: (text: string) => void = () => undefined,
    private readonly logError: (text: string) => void = () => undefined,
  ) {}

  /** The number of times that the reference client tries discovery before it gives up. It logs each failure. */
  asked = 2

  catalogue(): Promise<Catalogue> {
    return (this.current ??= this.load())
  }

  /** Reads everything again, ignoring the cache. */
  refresh(): Promise<Catalogue> {
    this.fresh = true
    return (this.current = this.read())
  }

  /** Searches the catalogue, and reads it again if `find` finds nothing in the cached one. */
  async search<T>(find: (catalogue: Catalogue) => T | undefined): Promise<T | undefined> {
    const found = find(await this.catalogue())
    if (found !== undefined || this.fresh) return found
    return find(await this.refresh())
  }

  /** The resource for a word; warns if a short name has several meanings. */
  async resource(word: string): Promise<Resource | undefined> {
    const found = await this.search((catalogue) => findResource(catalogue, word))
    if (found) await this.tellOtherMeanings(word, found)
    return found
  }

  /** Warns of other meanings of a short name, once until the next lookup of the kind. */
  async tellOtherMeanings(word: string, found: Resource): Promise<void> {
    for (const text of otherMeanings(await this.catalogue(), word, found)) {
      if (this.told.has(text)) continue
      this.told.add(text)
      this.warn(text)
    }
  }

  /** Makes the warnings appear again: the command looks the short names up once more. */
  lookAgain(): void {
    this.told.clear()
  }

  private async load(): Promise<Catalogue> {
    const text = await this.cache?.get(this.server)
    if (text !== undefined) {
      const { time, catalogue } = JSON.parse(text) as { time: number; catalogue: Catalogue }
      if (this.now() - time < CLIENT_CACHE_MS) return catalogue
    }
    this.fresh = true
    return this.read()
  }

  private async read(): Promise<Catalogue> {
    try {
      return await this.readAll()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const text = `couldn't get current server API group list: ${error.message}`
      for (let time = 0; time < this.asked; time++) this.logError(`"Unhandled Error" err=${JSON.stringify(text)}`)
      throw error
    }
  }

  private async readAll(): Promise<Catalogue> {
    const [core, named] = await Promise.all([
      this.api
        .json<{ versions?: string[] }>('GET', '/api')
        .catch((error: unknown) => unlessNotFound(error, this.server)),
      this.api
        .json<{
          groups?: { name: string; preferredVersion?: { version: string }; versions: { version: string }[] }[]
        }>('GET', '/apis')
        .catch((error: unknown) => unlessNotFound(error, this.server)),
    ])
    const versions = core?.versions ?? []
    const groups: Group[] = [
      ...(versions.length > 0 ? [{ name: '', preferred: versions[0] ?? '', versions }] : []),
      ...(named?.groups ?? []).map(({ name, preferredVersion, versions: served }) => ({
        name,
        preferred: preferredVersion?.version ?? served[0]?.version ?? '',
        versions: served.map(({ version }) => version),
      })),
    ]
    const failed: [string, string][] = []
    const lists = await Promise.all(
      groups.flatMap((group) =>
        group.versions.map(async (version) => {
          const path = group.name ? `/apis/${group.name}/${version}` : `/api/${version}`
          try {
            const list = await this.api.json<{ resources?: ResourceDocument[] }>('GET', path)
            return (list.resources ?? []).map((document) => resourceOf(document, group.name, version))
          } catch (error) {
            if (!(error instanceof StatusError)) throw error
            if (error.code !== 404) failed.push([`${group.name}/${version}`, error.message])
            return []
          }
        }),
      ),
    )
    const catalogue = { groups, resources: lists.flat(), failed }
    if (failed.length === 0) await this.cache?.set(this.server, JSON.stringify({ time: this.now(), catalogue }))
    return catalogue
  }
}

/**
 * The error that the reference client reports if the server does not accept the credentials during discovery: it ignores the message of the
 * answer and uses its own. Other errors are returned unchanged.
 */
export const withoutCredentials = (error: unknown): Error =>
  error instanceof StatusError && error.code === 401
    ? new StatusError(401, 'Unauthorized', 'the server has asked for the client to provide credentials')
    : error instanceof Error
      ? error
      : new Error(String(error))

function unlessNotFound(error: unknown, server: string): undefined {
  if (error instanceof StatusError && error.code === 404) return undefined
  // The reference client ignores the Status of a refused discovery: it reports the code only.
  if (error instanceof StatusError && error.code === 401) throw withoutCredentials(error)
  if (error instanceof ConnectionError) throw error.of('GET', `${server}/api?timeout=32s`)
  if (error instanceof StatusError && error.code === 403) throw new StatusError(403, 'Forbidden', 'unknown')
  throw error
}

const resourceOf = (document: ResourceDocument, group: string, version: string): Resource => ({
  group,
  version,
  name: document.name,
  singular: document.singularName || document.kind.toLowerCase(),
  kind: document.kind,
  namespaced: document.namespaced,
  verbs: document.verbs ?? [],
  shortNames: document.shortNames ?? [],
  categories: document.categories ?? [],
})

/** @throws CommandError if the server has no such resource */
export async function requireResource(discovery: Discovery, word: string): Promise<Resource> {
  const found = await discovery.resource(word)
  if (!found) throw new CommandError(noSuchType(word))
  return found
}

/** The message for a word that is not a resource type. */
export const noSuchType = (word: string): string => {
  const [type = ''] = word.split('.')
  return `the server doesn't have a resource type ${JSON.stringify(type)}`
}
/** The same error, for commands that print it without a prefix. */
export const noSuchTypePlain = (word: string): PlainError => new PlainError(noSuchType(word))
