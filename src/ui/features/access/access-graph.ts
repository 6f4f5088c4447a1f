import type { Binding, Policy } from '../../../authorization/policy'
import { PolicyIndex, subjectKey } from '../../../authorization/policy-index'
import type { UserInfo } from '../../../machinery/user'
import { personOfSubject, personText } from './people'

/** A subject, binding or role in the graph. */
export interface AccessNode {
  readonly id: string
  readonly sort: 'subject' | 'binding' | 'role'
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** For a subject: its text in the notation of these pages. */
  readonly person?: string
  /** True for a role that a binding refers to but that does not exist. */
  readonly missing?: boolean
  readonly x: number
  readonly y: number
}
/** A line of the graph, by ids of nodes. */
export interface AccessEdge {
  readonly id: string
  readonly from: string
  readonly to: string
}
/** Who gets which role by which binding. */
export interface AccessGraph {
  readonly nodes: readonly AccessNode[]
  readonly edges: readonly AccessEdge[]
  /** The bindings in the graph. */
  readonly bindings: readonly Binding[]
  /** Number of bindings left out. */
  readonly left: number
}

/** What a graph shows. */
export interface GraphFilter {
  /** '' selects every namespace and the cluster scope. */
  readonly namespace: string
  /** Limits the graph to what applies to this user. */
  readonly user?: UserInfo
  /** Words that must occur in a name. */
  readonly words: string
  /** Includes the system's own bindings. */
  readonly system: boolean
}

const LIMIT = 60
const COLUMN = 248
const ROW = 62

/** Whether a binding belongs to the system's own components. */
export const isSystemBinding = ({ name, subjects }: Binding): boolean =>
  name.startsWith('system:') &&
  subjects.every((subject) => subject.name.startsWith('system:') || subject.namespace === 'orch-system')

const matches = (binding: Binding, words: string): boolean => {
  const text = [
    binding.name,
    binding.namespace,
    binding.roleRef.name,
    ...binding.subjects.map((subject) => `${subject.kind} ${subject.namespace ?? ''} ${subject.name}`),
  ]
    .join(' ')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The bindings that match a filter: cluster-wide first, then by namespace and name. */
export function chosenBindings(policy: Policy, { namespace, user, words, system }: GraphFilter): Binding[] {
  const counting =
    user &&
    new Set(
      PolicyIndex.of(policy)
        .everyGrantOf(user)
        .map(({ binding }) => binding),
    )
  return policy.bindings
    .filter(
      (binding) =>
        (counting ? counting.has(binding) : system || !isSystemBinding(binding)) &&
        (namespace === '' || binding.namespace === '' || binding.namespace === namespace) &&
        matches(binding, words),
    )
    .sort((a, b) => (`${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1))
}

const roleNodeId = (binding: Binding): string =>
  `role/${binding.roleRef.kind}/${binding.roleRef.kind === 'Role' ? binding.namespace : ''}/${binding.roleRef.name}`

/** Lays out subjects, bindings and roles in three columns, from left to right. */
export function layOutAccess(policy: Policy, filter: GraphFilter): AccessGraph {
  const all = chosenBindings(policy, filter)
  const bindings = all.slice(0, LIMIT)
  const index = PolicyIndex.of(policy)
  const columns = {
    subject: new Map<string, Placed>(),
    binding: new Map<string, Placed>(),
    role: new Map<string, Placed>(),
  }
  const edges = new Map<string, AccessEdge>()
  const put = (node: Omit<AccessNode, 'x' | 'y'>, at: number): void => {
    const known = columns[node.sort].get(node.id)
    if (known) known.at.push(at)
    else columns[node.sort].set(node.id, { node, at: [at] })
  }
  const join = (from: string, to: string): void => void edges.set(`${from}→${to}`, { id: `${from}→${to}`, from, to })
  bindings.forEach((binding, at) => {
    const { kind, namespace, name, roleRef } = binding
    const id = `binding/${kind}/${namespace}/${name}`
    put({ id, sort: 'binding', kind, namespace, name }, at)
    const role = roleNodeId(binding)
    const missing = index.roleFor(roleRef, namespace) === undefined
    const roleNamespace = roleRef.kind === 'Role' ? namespace : ''
    put({ id: role, sort: 'role', kind: roleRef.kind, namespace: roleNamespace, name: roleRef.name, missing }, at)
    join(id, role)
    for (const subject of binding.subjects) {
      const person = personOfSubject(subject, namespace)
      const subjectId = `subject/${subjectKey(subject, namespace) ?? `${subject.kind}/${subject.name}`}`
      const where = person.kind === 'ServiceAccount' ? person.namespace : ''
      put(
        {
          id: subjectId,
          sort: 'subject',
          kind: subject.kind,
          namespace: where,
          name: subject.name,
          person: personText(person),
        },
        at,
      )
      join(subjectId, id)
    }
  })
  const tallest = Math.max(...Object.values(columns).map((column) => column.size), 1)
  const nodes = Object.values(columns).flatMap((column, i) => placed([...column.values()], i * COLUMN, tallest))
  return { nodes, edges: [...edges.values()], bindings, left: all.length - bindings.length }
}

interface Placed {
  readonly node: Omit<AccessNode, 'x' | 'y'>
  /** Rows of the connected bindings. */
  readonly at: number[]
}

/** Places a column's nodes near their bindings, spread over the height of the tallest column. */
function placed(column: readonly Placed[], x: number, tallest: number): AccessNode[] {
  const middle = ({ at }: Placed): number => at.reduce((sum, row) => sum + row, 0) / at.length
  const step = (tallest * ROW) / Math.max(column.length, 1)
  return [...column]
    .sort((a, b) => middle(a) - middle(b))
    .map(({ node }, i): AccessNode => ({ ...node, x, y: Math.round((i + 0.5) * step) }))
}

/** Every node on a path through the given one. */
export function neighbourhood(graph: AccessGraph, id: string): ReadonlySet<string> {
  const found = new Set([id])
  const follow = (from: 'from' | 'to', to: 'from' | 'to'): void => {
    let edge = [id]
    while (edge.length > 0) {
      const next = graph.edges.filter((one) => edge.includes(one[from])).map((one) => one[to])
      edge = next.filter((one) => !found.has(one))
      edge.forEach((one) => found.add(one))
    }
  }
  follow('from', 'to')
  follow('to', 'from')
  return found
}
