import { StatusError } from '../../client/client'
import type { NamedResource } from '../../machinery/named-resource'
import type { Api } from './api'
import { CommandError, ConnectionError, isRefusal, PlainError } from './errors'
import type { DocumentCache } from './io'
import { CLIENT_CACHE_MS } from './words'

/** One kind as the server serves it. */
export interface Resource extends Omit<NamedResource, 'resource'> {
  readonly name: string
}
export interface Group {
  readonly name: string
  readonly preferred: string
  readonly versions: readonly string[]
}
export interface Catalogue {
  readonly groups: readonly Group[]
  readonly resources: readonly Resource[]
  /** Group versions that didn't answer, with the reason. */
  readonly failed: readonly (readonly [string, string])[]
}

export const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version
/** `deployments.apps`, `configmaps`. */
export const groupResourceOf = ({ group, name }: Resource): string => (group ? `${name}.${group}` : name)
/** `deployment.apps`, `configmap`. */
export const kindNameOf = ({ group, kind }: { group: string; kind: string }): string =>
  group ? `${kind.toLowerCase()}.${group}` : kind.toLowerCase()

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

/** What the server serves, read once a command and remembered between commands for a while. */
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

  /** How often the known client asks for what there is before it gives up: each time it says so. */
  asked = 2

  catalogue(): Promise<Catalogue> {
    return (this.current ??= this.load())
  }

  /** Reads everything again, whatever is remembered. */
  refresh(): Promise<Catalogue> {
    this.fresh = true
    return (this.current = this.read())
  }

  /** The catalogue, read again when `find` finds nothing in what is remembered. */
  async search<T>(find: (catalogue: Catalogue) => T | undefined): Promise<T | undefined> {
    const found = find(await this.catalogue())
    if (found !== undefined || this.fresh) return found
    return find(await this.refresh())
  }

  /** The resource that a word names; says so when a short name could mean another one too. */
  async resource(word: string): Promise<Resource | undefined> {
    const found = await this.search((catalogue) => findResource(catalogue, word))
    if (found) await this.tellOtherMeanings(word, found)
    return found
  }

  /** Says what else a short name could mean, each time once until the next look-up of the kind. */
  async tellOtherMeanings(word: string, found: Resource): Promise<void> {
    for (const text of otherMeanings(await this.catalogue(), word, found)) {
      if (this.told.has(text)) continue
      this.told.add(text)
      this.warn(text)
    }
  }

  /** Says again what short names could mean: the command looks them up once more. */
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

/** A refusal of who nobody knows: its Status is not read where it answers a question about the server itself. */
export const withoutCredentials = (error: unknown): Error =>
  error instanceof StatusError && error.code === 401
    ? new StatusError(401, 'Unauthorized', 'the server has asked for the client to provide credentials')
    : error instanceof Error
      ? error
      : new Error(String(error))

function unlessNotFound(error: unknown, server: string): undefined {
  if (error instanceof StatusError && error.code === 404) return undefined
  // The known client does not read the Status of a refused discovery: it knows no more than the code.
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

/** The versions of a group in the order in which a client takes them: the preferred first. */
const rank = ({ groups }: Catalogue, { group, version }: Resource): number => {
  const position = groups.findIndex(({ name }) => name === group)
  const found = groups[position]
  const order = found ? [found.preferred, ...found.versions.filter((one) => one !== found.preferred)] : []
  return position * 100 + order.indexOf(version)
}

const best = (catalogue: Catalogue, candidates: readonly Resource[]): Resource | undefined =>
  [...candidates].sort((a, b) => rank(catalogue, a) - rank(catalogue, b))[0]

const isWhole = ({ name }: Resource): boolean => !name.includes('/')

/**
 * The resource that a word of the command line names: plural, singular, short name or kind, alone or with its group
 * (`deployments.apps`) and version (`deployments.v1.apps`).
 */
export function findResource(catalogue: Catalogue, word: string): Resource | undefined {
  const whole = catalogue.resources.filter(isWhole)
  const [written = '', ...rest] = word.split('.')
  const type = written.toLowerCase()
  const named = (filter: (resource: Resource) => boolean): Resource | undefined => {
    const matching = whole.filter(filter)
    const direct = matching.filter(
      (one) => one.name === type || one.singular === type || one.kind.toLowerCase() === type,
    )
    if (direct.length > 0) return best(catalogue, direct)
    return best(
      catalogue,
      matching.filter((one) => one.shortNames.includes(written)),
    )
  }
  // A version is not looked at beside a short name: the one that clients prefer is meant, if the group has the version.
  const versioned = (version: string, group: string): Resource | undefined => {
    const exact = named((one) => one.version === version && one.group === group)
    return exact?.shortNames.includes(written) ? named((one) => one.group === group) : exact
  }
  // A dot at the end names the group without a name.
  if (rest.length === 0 || rest.join('') === '') return named(() => true)
  // A version stands before a group, if only before the dot of the one without a name.
  const [version = '', ...group] = rest
  return (
    (group.length > 0 ? versioned(version, group.join('.')) : undefined) ??
    named((one) => one.group === rest.join('.') || one.group.startsWith(`${rest.join('.')}.`))
  )
}

/** What a short name could also mean: resources of other groups, which come after the one found. */
function otherMeanings(catalogue: Catalogue, word: string, found: Resource): string[] {
  const short = word.toLowerCase()
  const whole = catalogue.resources.filter(isWhole)
  if (!found.shortNames.includes(short) || whole.some(({ name }) => name === short)) return []
  const others = whole.filter((one) => one.shortNames.includes(short)).map(groupResourceOf)
  return [...new Set(others)]
    .filter((one) => one !== groupResourceOf(found))
    .map((other) => `short name ${JSON.stringify(short)} could also match lower priority resource ${other}`)
}

/** The resources that belong to a category such as `all`, each in the version that clients prefer. */
export function inCategory(catalogue: Catalogue, word: string): readonly Resource[] {
  const found = catalogue.resources.filter((one) => isWhole(one) && one.categories.includes(word))
  return [...new Set(found.map(groupResourceOf))].flatMap((key) => findResource(catalogue, key) ?? [])
}

/** The resource of objects with this `apiVersion` and `kind`, which may also be written in small letters. */
export const findKind = ({ resources }: Catalogue, apiVersion: string, kind: string): Resource | undefined =>
  resources.find(
    (one) => isWhole(one) && (one.kind === kind || one.kind.toLowerCase() === kind) && apiVersionOf(one) === apiVersion,
  )

/** @throws CommandError when the server has no such resource */
export async function requireResource(discovery: Discovery, word: string): Promise<Resource> {
  const found = await discovery.resource(word)
  if (!found) throw new CommandError(noSuchType(word))
  return found
}

export const noSuchType = (word: string): string => {
  const [type = ''] = word.split('.')
  return `the server doesn't have a resource type ${JSON.stringify(type)}`
}
/** The same failure in commands that print it without a prefix. */
export const noSuchTypePlain = (word: string): PlainError => new PlainError(noSuchType(word))
