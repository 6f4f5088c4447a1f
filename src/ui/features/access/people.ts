import {
  type Policy,
  serviceAccountGroups,
  serviceAccountUser,
  splitServiceAccountUser,
  type Subject,
} from '../../../authorization/policy'
import { RBAC_GROUP } from '../../../authorization/policy'
import { ANONYMOUS, AUTHENTICATED_GROUP, UNAUTHENTICATED_GROUP, type UserInfo } from '../../../machinery/user'
import { ADMIN, type Identity, identityOf, impersonationId, NOBODY } from '../../state/identity'

/**
 * A subject whose permissions are examined. Its text, as typed and in addresses, is `user:alice+dev+ops` with the groups
 * from the credentials, `group:dev` or `account:shop/robot`.
 */
export type Person =
  | { readonly kind: 'User'; readonly name: string; readonly groups: readonly string[] }
  | { readonly kind: 'Group'; readonly name: string }
  | { readonly kind: 'ServiceAccount'; readonly name: string; readonly namespace: string }

const escapePart = (part: string): string => part.replaceAll('+', '%2B')
const unescapePart = (part: string): string => part.replaceAll('%2B', '+').trim()

/** A user, group or service account as text for the address; read back by `personOf`. */
export function personText(person: Person): string {
  if (person.kind === 'Group') return `group:${person.name}`
  if (person.kind === 'ServiceAccount') return `account:${person.namespace}/${person.name}`
  return `user:${[person.name, ...person.groups].map(escapePart).join('+')}`
}

/** Parses a subject's text; without a prefix it is a user name. Undefined if it names none. */
export function personOf(text: string | undefined): Person | undefined {
  const typed = text?.trim() ?? ''
  const [, prefix, rest = ''] = /^(user|group|account):(.*)$/s.exec(typed) ?? [undefined, 'user', typed]
  if (prefix === 'group') return rest ? { kind: 'Group', name: rest } : undefined
  if (prefix === 'account') {
    const [namespace = '', name = ''] = rest.split('/')
    return namespace && name ? { kind: 'ServiceAccount', namespace, name } : undefined
  }
  const [name = '', ...groups] = rest.split('+').map(unescapePart)
  const account = splitServiceAccountUser(name)
  if (account && groups.length === 0) return { kind: 'ServiceAccount', ...account }
  return name ? { kind: 'User', name, groups: groups.filter((group) => group !== '') } : undefined
}

/** The subject as an authorizer's user. A group stands for a user with only this group. */
export function userInfoOf(person: Person): UserInfo {
  if (person.kind === 'Group') return { name: '', groups: [person.name] }
  if (person.kind === 'ServiceAccount')
    return {
      name: serviceAccountUser(person.namespace, person.name),
      groups: [...serviceAccountGroups(person.namespace), AUTHENTICATED_GROUP],
    }
  if (person.name === ANONYMOUS.name) return ANONYMOUS
  const known = person.groups.includes(AUTHENTICATED_GROUP) || person.groups.includes(UNAUTHENTICATED_GROUP)
  return { name: person.name, groups: known ? person.groups : [...person.groups, AUTHENTICATED_GROUP] }
}

/** The RBAC subject for bindings. */
export function subjectOf(person: Person): Subject {
  if (person.kind === 'ServiceAccount')
    return { kind: 'ServiceAccount', name: person.name, namespace: person.namespace }
  return { kind: person.kind, apiGroup: RBAC_GROUP, name: person.name }
}

/** Converts the subject of a binding. */
export function personOfSubject(subject: Subject, bindingNamespace = ''): Person {
  if (subject.kind === 'Group') return { kind: 'Group', name: subject.name }
  if (subject.kind === 'ServiceAccount')
    return { kind: 'ServiceAccount', name: subject.name, namespace: subject.namespace || bindingNamespace }
  return { kind: 'User', name: subject.name, groups: [] }
}

/** The sender of a request, from the user name in its trace. */
export const personOfUser = (name: string): Person => {
  const account = splitServiceAccountUser(name)
  return account ? { kind: 'ServiceAccount', ...account } : { kind: 'User', name, groups: [] }
}

/** An identity for requests as the subject; for a group, a user in it. */
export function identityFor(person: Person): Identity {
  if (person.kind === 'User' && person.name === NOBODY.name) return NOBODY
  const id =
    person.kind === 'Group'
      ? impersonationId('somebody', [person.name])
      : person.kind === 'ServiceAccount'
        ? impersonationId(serviceAccountUser(person.namespace, person.name), [])
        : impersonationId(person.name, person.groups)
  return identityOf(id, {}) ?? ADMIN
}

const isSystem = (person: Person): boolean =>
  person.name.startsWith('system:') || (person.kind === 'ServiceAccount' && person.namespace.startsWith('orch-'))

/** A user or group that a picker offers. */
export interface Candidate {
  readonly text: string
  readonly person: Person
  /** True if it belongs to the system itself. */
  readonly system: boolean
}

/** All subjects of bindings and all service accounts, each once; human users first. */
export function candidatesOf(
  policy: Policy,
  accounts: readonly { readonly namespace: string; readonly name: string }[],
): Candidate[] {
  const found = new Map<string, Candidate>()
  const add = (person: Person): void => {
    const text = personText(person)
    if (person.name && !found.has(text)) found.set(text, { text, person, system: isSystem(person) })
  }
  for (const binding of policy.bindings)
    for (const subject of binding.subjects) add(personOfSubject(subject, binding.namespace))
  for (const { namespace, name } of accounts) add({ kind: 'ServiceAccount', namespace, name })
  const rank = ({ system, person }: Candidate): number =>
    (system ? 10 : 0) + ['User', 'Group', 'ServiceAccount'].indexOf(person.kind)
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || (a.text < b.text ? -1 : 1))
}
