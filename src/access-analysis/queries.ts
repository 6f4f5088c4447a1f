import { ANONYMOUS, AUTHENTICATED_GROUP, type UserInfo } from '../machinery/user'
import {
  type PolicyRule,
  type Role,
  serviceAccountGroups,
  serviceAccountUser,
  type Subject,
} from '../authorization/policy'
import { type GrantedRule, PolicyIndex } from '../authorization/policy-index'
import { groupMatches, nameMatches, resourceMatches, verbMatches } from '../authorization/rules'
import { isNameless } from './who-can'

/** Queries about roles and bindings besides the single decision; pure functions over a policy. */

/** The user for a subject of a binding; for a group, a user without a name in that group only. */
export function userOf(subject: Subject, bindingNamespace = ''): UserInfo {
  if (subject.kind === 'Group') return { name: '', groups: [subject.name] }
  if (subject.kind !== 'ServiceAccount')
    return subject.name === ANONYMOUS.name ? ANONYMOUS : { name: subject.name, groups: [AUTHENTICATED_GROUP] }
  const namespace = subject.namespace || bindingNamespace
  return {
    name: serviceAccountUser(namespace, subject.name),
    groups: [...serviceAccountGroups(namespace), AUTHENTICATED_GROUP],
  }
}

/** Every rule that a user has in a namespace ('' for the cluster), and the binding that grants it. */
export const whatCan = (index: PolicyIndex, user: UserInfo, namespace: string): readonly GrantedRule[] =>
  index.rulesFor(user, namespace).rules

/** Which subjects may do what with which resources. */
export interface MatrixQuestion {
  readonly subjects: readonly UserInfo[]
  readonly resources: readonly { readonly group: string; readonly resource: string; readonly subresource?: string }[]
  readonly verbs: readonly string[]
  /** '' for the cluster. */
  readonly namespace: string
}

/** `some`: only for the names that a rule lists. */
export type Cell = 'yes' | 'some' | 'no'

/** The access matrix, as `cells[subject][resource][verb]`. */
export function matrix(index: PolicyIndex, { subjects, resources, verbs, namespace }: MatrixQuestion): Cell[][][] {
  return subjects.map((user) => {
    const rules = index.rulesFor(user, namespace).rules.map(({ rule }) => rule)
    return resources.map(({ group, resource, subresource = '' }) => {
      const about = rules.filter((rule) => groupMatches(rule, group) && resourceMatches(rule, resource, subresource))
      return verbs.map((verb): Cell => {
        let cell: Cell = 'no'
        for (const rule of about) {
          if (!verbMatches(rule, verb)) continue
          if (nameMatches(rule, '')) return 'yes'
          if (!isNameless(verb, subresource)) cell = 'some'
        }
        return cell
      })
    })
  })
}

/** Removes repeated rules of one verb and one resource or path. */
export function distinct(atoms: readonly PolicyRule[]): PolicyRule[] {
  const found = new Map(
    atoms.map((atom) => [
      JSON.stringify([atom.apiGroups, atom.resources, atom.nonResourceURLs, atom.resourceNames, atom.verbs]),
      atom,
    ]),
  )
  return [...found.values()]
}

/** The rules of a role; none if it is missing. */
export const rulesOf = (role: Role | undefined): readonly PolicyRule[] => role?.rules ?? []
