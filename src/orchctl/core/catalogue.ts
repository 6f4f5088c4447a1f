import type { NamedResource } from '../../machinery/named-resource'

/** One kind as the server serves it. */
export interface Resource extends Omit<NamedResource, 'resource'> {
  readonly name: string
}

/** An API group with its served versions. */
export interface Group {
  readonly name: string
  readonly preferred: string
  readonly versions: readonly string[]
}

/** The result of discovery: groups and resources in the server's order. */
export interface Catalogue {
  readonly groups: readonly Group[]
  readonly resources: readonly Resource[]
  /** Group versions that failed, with the error. */
  readonly failed: readonly (readonly [string, string])[]
}

/** `apps/v1`, `v1`. */
export const apiVersionOf = ({ group, version }: { group: string; version: string }): string =>
  group ? `${group}/${version}` : version

/** `deployments.apps`, `configmaps`. */
export const groupResourceOf = ({ group, name }: Resource): string => (group ? `${name}.${group}` : name)

/** `deployment.apps`, `configmap`. */
export const kindNameOf = ({ group, kind }: { group: string; kind: string }): string =>
  group ? `${kind.toLowerCase()}.${group}` : kind.toLowerCase()

/** Sort key of a resource's version: the preferred version of its group comes first. */
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
 * The resource for a word of the command line: plural, singular, short name or kind, alone or with its group (`deployments.apps`) and
 * version (`deployments.v1.apps`).
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
  // With a short name the version only has to exist: the preferred version is used.
  const versioned = (version: string, group: string): Resource | undefined => {
    const exact = named((one) => one.version === version && one.group === group)
    return exact?.shortNames.includes(written) ? named((one) => one.group === group) : exact
  }
  // A trailing dot means the core group.
  if (rest.length === 0 || rest.join('') === '') return named(() => true)
  // A version may be followed by a group; for the core group by a dot only.
  const [version = '', ...group] = rest
  return (
    (group.length > 0 ? versioned(version, group.join('.')) : undefined) ??
    named((one) => one.group === rest.join('.') || one.group.startsWith(`${rest.join('.')}.`))
  )
}

/** Warnings about other meanings of a short name: resources of other groups that come after the one found. */
export function otherMeanings(catalogue: Catalogue, word: string, found: Resource): string[] {
  const short = word.toLowerCase()
  const whole = catalogue.resources.filter(isWhole)
  if (!found.shortNames.includes(short) || whole.some(({ name }) => name === short)) return []
  const others = whole.filter((one) => one.shortNames.includes(short)).map(groupResourceOf)
  return [...new Set(others)]
    .filter((one) => one !== groupResourceOf(found))
    .map((other) => `short name ${JSON.stringify(short)} could also match lower priority resource ${other}`)
}

/** The resources of a category such as `all`, each in the version that clients prefer. */
export function inCategory(catalogue: Catalogue, word: string): readonly Resource[] {
  const found = catalogue.resources.filter((one) => isWhole(one) && one.categories.includes(word))
  return [...new Set(found.map(groupResourceOf))].flatMap((key) => findResource(catalogue, key) ?? [])
}

/** The resource of an `apiVersion` and `kind`, which may also be in lower case. */
export const findKind = ({ resources }: Catalogue, apiVersion: string, kind: string): Resource | undefined =>
  resources.find(
    (one) => isWhole(one) && (one.kind === kind || one.kind.toLowerCase() === kind) && apiVersionOf(one) === apiVersion,
  )
