import { CommandError } from '../core/errors'
import { noSuchType } from '../core/discovery'
import type { Session } from '../core/session'
import { PROGRAM } from '../core/words'
import { groupResourceOf, inCategory, type Resource } from '../core/catalogue'

/** The objects that a command line selects: named ones, or whole collections. */
export interface Selection {
  /** Named objects in the order given; files specify namespaces, words use the command's. */
  readonly named: readonly { readonly resource: Resource; readonly name: string; readonly namespace?: string }[]
  /** Collections without duplicates. */
  readonly collections: readonly Resource[]
  /** Whether exactly one object was requested by name. */
  readonly single: boolean
}

/** How words select objects. */
export interface SelectOptions {
  /** `-l`, `--field-selector` or `--all`: collections are selected. */
  readonly selecting?: boolean
  /** Whether a type alone selects all its objects. */
  readonly typeAlone?: boolean
  readonly allNamespaces?: boolean
}

/** The error if neither words nor files name an object. */
export const NOTHING_NAMED = `You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'`

/**
 * Parses `TYPE[,TYPE…] [NAME…]` and `TYPE/NAME…`.
 * @throws CommandError for incompatible words, and for types that the server doesn't have
 */
export async function select(
  session: Session,
  args: readonly string[],
  options: SelectOptions = {},
): Promise<Selection> {
  const slashes = args.filter((word) => word.includes('/')).length
  if (slashes > 0) return byNamePairs(session, args, slashes, options)
  const [types, ...names] = args
  if (types === undefined || types === '') {
    if (options.selecting) throw new CommandError('at least one resource must be specified to use a selector')
    throw new CommandError(NOTHING_NAMED)
  }
  ;(await session.discovery()).asked = 4 + types.split(',').length
  const resources = await resourcesOf(session, types)
  if (options.selecting && names.length > 0)
    throw new CommandError('name cannot be provided when a selector is specified')
  if (options.selecting || (options.typeAlone && names.length === 0))
    return { named: [], collections: resources, single: false }
  if (names.length === 0) throw new CommandError('resource(s) were provided, but no name was specified')
  if (names.includes('')) throw new CommandError('resource name may not be empty')
  const named = resources.flatMap((resource) => names.map((name) => ({ resource, name })))
  checkNamespaces(named, options)
  return { named, collections: [], single: named.length === 1 }
}

async function byNamePairs(
  session: Session,
  args: readonly string[],
  slashes: number,
  options: SelectOptions,
): Promise<Selection> {
  if (slashes !== args.length)
    throw new CommandError(
      `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. '${PROGRAM} get resource/<resource_name>' instead of '${PROGRAM} get resource resource/<resource_name>'`,
    )
  ;(await session.discovery()).asked = 4
  const pairs = args.map((word) => {
    const [type = '', name = '', ...more] = word.split('/')
    if (more.length > 0) throw new CommandError('arguments in resource/name form may not have more than one slash')
    if (type === '' || name === '' || type.includes(','))
      throw new CommandError('arguments in resource/name form must have a single resource and name')
    return { type, name }
  })
  if (options.selecting)
    throw new CommandError('selectors and the all flag cannot be used when passing resource/name arguments')
  const named: { resource: Resource; name: string }[] = []
  for (const { type, name } of pairs) {
    const [resource] = await resourcesOf(session, type)
    if (resource) named.push({ resource, name })
  }
  checkNamespaces(named, options)
  return { named, collections: [], single: named.length === 1 }
}

function checkNamespaces(named: readonly { resource: Resource }[], { allNamespaces }: SelectOptions): void {
  if (allNamespaces && named.some(({ resource }) => resource.namespaced))
    throw new CommandError('a resource cannot be retrieved by name across all namespaces')
}

/** The resources of a list of types; categories are expanded. */
export async function resourcesOf(session: Session, types: string): Promise<Resource[]> {
  const discovery = await session.discovery()
  const found = new Map<string, Resource>()
  for (const word of types.split(',')) {
    const members = inCategory(await discovery.catalogue(), word)
    const resource = members.length > 0 ? undefined : await discovery.resource(word)
    const resources = members.length > 0 ? members : resource && [resource]
    if (!resources) throw new CommandError(noSuchType(word))
    for (const resource of resources) found.set(`${groupResourceOf(resource)}/${resource.version}`, resource)
  }
  return [...found.values()]
}
