import type { NamedResource } from '../../machinery/named-resource'

/** One kind as the server serves it. */
export interface Resource extends Omit<NamedResource, 'resource'> {
  readonly name: string
}

/** One API group with the versions that the server serves. */
export interface Group {
  readonly name: string
  readonly preferred: string
  readonly versions: readonly string[]
}

/** What discovery has found: groups and resources in the order of the server. */
export interface Catalogue {
  readonly groups: readonly Group[]
  readonly resources: readonly Resource[]
  /** Group versions that didn't answer, with the reason. */
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
  // Beside a short name the version only has to exist: the preferred version is what counts.
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

/** Warnings about what a short name could also mean: resources of other groups, which come after the one found. */
export function otherMeanings(catalogue: Catalogue, word: string, found: Resource): string[] {
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
