import { type Cell, matrix } from '../../../access-analysis/queries'
import type { PolicyIndex } from '../../../authorization/policy-index'
import type { UserInfo } from '../../../machinery/user'
import type { TextTable } from '../../components/export/table-text'
import type { Discovery } from '../../queries/discovery'
import { attributesFor, resourceText } from './question'

/** A row of the matrix. */
export interface MatrixResource {
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespaced: boolean
  /** The verbs that exist for the resource. */
  readonly verbs: readonly string[]
  /** `deployments.apps/scale` */
  readonly text: string
}

/** The name of a row: the resource, and the subresource if it is one. */
export const rowNameOf = ({ resource, subresource }: Pick<MatrixResource, 'resource' | 'subresource'>): string =>
  subresource ? `${resource}/${subresource}` : resource

/** The cluster's resources by group, with subresources after their parents. */
export function resourcesOf(discovery: Discovery): MatrixResource[] {
  const seen = new Set<string>()
  const found: MatrixResource[] = []
  const add = (one: Omit<MatrixResource, 'text'>): void => {
    const text = resourceText(one)
    if (!seen.has(text)) found.push({ ...one, text })
    seen.add(text)
  }
  for (const info of discovery.resources.filter(({ preferred }) => preferred)) {
    const { group, resource, namespaced, verbs } = info
    add({ group, resource, subresource: '', namespaced, verbs })
    for (const sub of info.subresources) add({ group, resource, subresource: sub.name, namespaced, verbs: sub.verbs })
  }
  return found.sort((a, b) =>
    a.group !== b.group ? (a.group < b.group ? -1 : 1) : a.text < b.text ? -1 : a.text > b.text ? 1 : 0,
  )
}

/** `none`: the resource has no such verb; `where`: allowed in some namespaces only. */
export type CellMark = Cell | 'none' | 'where'

/** A user's marks for each resource in a namespace ('' for all), verb by verb. */
export function marksOf(
  index: PolicyIndex,
  user: UserInfo,
  resources: readonly MatrixResource[],
  verbs: readonly string[],
  namespace: string,
): CellMark[][] {
  const subjects = [user]
  const here = resources.filter(({ namespaced }) => namespaced)
  const beyond = resources.filter(({ namespaced }) => !namespaced)
  const [inside = []] = matrix(index, { subjects, resources: here, verbs, namespace })
  const [outside = []] = matrix(index, { subjects, resources: beyond, verbs, namespace: '' })
  const cells = new Map<MatrixResource, readonly Cell[]>([
    ...here.map((one, i) => [one, inside[i] ?? []] as const),
    ...beyond.map((one, i) => [one, outside[i] ?? []] as const),
  ])
  const bound = namespace === '' ? boundNamespaces(index, user) : []
  const single = namespace === '' ? inSomeNamespace(index, user, bound, here, verbs) : undefined
  return resources.map((one) =>
    verbs.map((verb, i): CellMark => {
      if (!one.verbs.includes(verb)) return 'none'
      const cell = cells.get(one)?.[i] ?? 'no'
      if (cell === 'no' && single?.get(one)?.[i]) return 'where'
      if (cell === 'yes' || !isNamespaceItself(one, verb)) return cell
      // Bindings inside a namespace may allow it there.
      const allowed = (name: string): boolean =>
        index.allows(attributesFor({ verb, what: one.text, namespace: '', name }, user, false))
      if (namespace === '') return bound.some(allowed) ? 'where' : cell
      return allowed(namespace) ? 'yes' : cell
    }),
  )
}

/** Namespaces with bindings for a user, sorted. */
export const boundNamespaces = (index: PolicyIndex, user: UserInfo): string[] =>
  [...new Set(index.everyGrantOf(user).map(({ binding }) => binding.namespace))].filter(Boolean).sort()

/** Whether a user has a verb on a resource in at least one namespace, for some names or all. */
function inSomeNamespace(
  index: PolicyIndex,
  user: UserInfo,
  bound: readonly string[],
  resources: readonly MatrixResource[],
  verbs: readonly string[],
): ReadonlyMap<MatrixResource, readonly boolean[]> {
  const perNamespace = bound.map(
    (namespace) => matrix(index, { subjects: [user], resources, verbs, namespace })[0] ?? [],
  )
  return new Map(
    perNamespace.length === 0
      ? []
      : resources.map((one, r) => [
          one,
          verbs.map((_verb, v) => perNamespace.some((cells) => (cells[r]?.[v] ?? 'no') !== 'no')),
        ]),
  )
}

const NAMED_VERBS = new Set(['get', 'update', 'patch', 'delete'])
const isNamespaceItself = ({ group, resource }: MatrixResource, verb: string): boolean =>
  group === '' && resource === 'namespaces' && NAMED_VERBS.has(verb)

/** Caches the marks of visible users, computed once per index and question. */
export class MarkCache {
  private readonly known = new Map<string, CellMark[][]>()
  constructor(
    private readonly index: PolicyIndex,
    private readonly resources: readonly MatrixResource[],
    private readonly verbs: readonly string[],
    private readonly namespace: string,
  ) {}

  of(text: string, user: UserInfo): readonly (readonly CellMark[])[] {
    const known = this.known.get(text)
    if (known) return known
    const made = marksOf(this.index, user, this.resources, this.verbs, this.namespace)
    this.known.set(text, made)
    return made
  }
}

const LETTERS: Readonly<Record<string, string>> = {
  get: 'g',
  list: 'l',
  watch: 'w',
  create: 'c',
  update: 'u',
  patch: 'p',
  delete: 'd',
  deletecollection: 'D',
}
/** One letter for a verb, as cells show it. */
export const letterOf = (verb: string): string => LETTERS[verb] ?? verb.slice(0, 1)

/** A cell as text for screen readers. */
export function wordsOf(marks: readonly CellMark[], verbs: readonly string[]): string {
  const of = (mark: CellMark): string[] => verbs.filter((_verb, i) => marks[i] === mark)
  const [yes, some, where] = [of('yes'), of('some'), of('where')]
  if (yes.length + some.length + where.length === 0) return 'nothing'
  return [
    yes.length > 0 ? yes.join(', ') : '',
    some.length > 0 ? `for some names ${some.join(', ')}` : '',
    where.length > 0 ? `in some namespaces ${where.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

/** The whole matrix as text: a row per resource, a column per subject, the verbs in each cell. */
export const matrixTable = (
  resources: readonly MatrixResource[],
  people: readonly string[],
  users: readonly UserInfo[],
  verbs: readonly string[],
  cache: MarkCache,
): TextTable => ({
  columns: ['Resource', ...people],
  rows: resources.map(({ text }, i) => [
    text,
    ...people.map((who, j) => wordsOf(cache.of(who, users[j] ?? { name: '', groups: [] })[i] ?? [], verbs)),
  ]),
})
