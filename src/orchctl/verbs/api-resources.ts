import { byText } from '../../machinery/by-text'
import { apiVersionOf, type Catalogue, findResource, groupResourceOf, type Resource } from '../core/catalogue'
import type { Call, Command } from '../core/command'
import { CommandError, isRefusal, usageError } from '../core/errors'
import { formatRows } from '../print/tabwriter'

/** The command `orchctl api-resources`. */
export const API_RESOURCES: Command = {
  name: 'api-resources',
  short: 'Print the supported API resources on the server',
  section: 'Other Commands',
  flags: [
    { name: 'api-group', type: 'string', help: 'Only resources of this group' },
    { name: 'cached', type: 'bool', default: 'false', help: 'Use what is remembered of the server' },
    { name: 'categories', type: 'list', help: 'Only resources that belong to these categories' },
    {
      name: 'namespaced',
      type: 'bool',
      default: 'true',
      help: 'Only resources with (or with =false without) namespaces',
    },
    { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
    { name: 'output', short: 'o', type: 'string', help: 'wide or name' },
    { name: 'sort-by', type: 'string', help: 'name or kind' },
    { name: 'verbs', type: 'list', help: 'Only resources that have these verbs' },
  ],
  run: apiResources,
}

async function apiResources({ session, flags, args, path }: Call): Promise<void> {
  const output = flags.string('output')
  const sortBy = flags.string('sort-by')
  if (args.length > 0) throw usageError(path, `unexpected arguments: [${args.join(' ')}]`)
  if (!['', 'wide', 'name'].includes(output)) throw new CommandError(`--output ${output} is not available`)
  if (!['', 'name', 'kind'].includes(sortBy)) throw new CommandError('--sort-by accepts only name or kind')
  const discovery = await session.discovery()
  discovery.asked = 1
  const table = output !== 'name' && !flags.bool('no-headers')
  const header = [
    'NAME',
    'SHORTNAMES',
    'APIVERSION',
    'NAMESPACED',
    'KIND',
    ...(output === 'wide' ? ['VERBS', 'CATEGORIES'] : []),
  ]
  const refused = (error: unknown): never => {
    if (table && isRefusal(error)) session.io.stdout(formatRows([header]))
    throw error
  }
  const catalogue = await (flags.bool('cached') ? discovery.catalogue() : discovery.refresh()).catch(refused)
  const resources = preferred(catalogue).filter(
    (one) =>
      (!flags.changed('api-group') || one.group === flags.string('api-group')) &&
      (!flags.changed('namespaced') || one.namespaced === flags.bool('namespaced')) &&
      flags.list('verbs').every((verb) => one.verbs.includes(verb)) &&
      flags.list('categories').every((category) => one.categories.includes(category)),
  )
  resources.sort((a, b) =>
    sortBy === 'kind'
      ? byText(a.kind, b.kind)
      : sortBy === 'name'
        ? byText(a.name, b.name)
        : byText(a.group, b.group) || byText(a.name, b.name),
  )
  if (output === 'name') for (const resource of resources) session.out(groupResourceOf(resource))
  else {
    const wide = output === 'wide'
    const rows = resources.map((one) => rowOf(one, wide))
    session.io.stdout(formatRows(flags.bool('no-headers') ? rows : [header, ...rows]))
  }
  if (catalogue.failed.length > 0)
    throw new CommandError(
      `unable to retrieve the complete list of server APIs: ${catalogue.failed.map(([name, why]) => `${name}: ${why}`).join(', ')}`,
    )
}

const rowOf = (one: Resource, wide: boolean): string[] => [
  one.name,
  one.shortNames.join(','),
  apiVersionOf(one),
  String(one.namespaced),
  one.kind,
  ...(wide ? [one.verbs.join(','), one.categories.join(',')] : []),
]

/** Each resource in its group's preferred version. */
function preferred(catalogue: Catalogue): Resource[] {
  const names = new Set(
    catalogue.resources.filter((one) => !one.name.includes('/') && one.verbs.length > 0).map(groupResourceOf),
  )
  return [...names].flatMap((name) => findExact(catalogue, name) ?? [])
}

const findExact = (catalogue: Catalogue, name: string): Resource | undefined => {
  const [resource = '', ...group] = name.split('.')
  const inGroup = catalogue.resources.filter((one) => one.group === group.join('.'))
  return findResource({ ...catalogue, resources: inGroup }, resource)
}
