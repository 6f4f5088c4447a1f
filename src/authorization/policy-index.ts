import type { UserInfo } from '../machinery/user'
import type { Attributes } from './authorizer'
import { type Binding, type Policy, type PolicyRule, type Role, serviceAccountUser, type Subject } from './policy'
import { ruleAllows } from './rules'

/** A binding that applies to a user, and the first of its subjects that matches. */
export interface Grant {
  readonly binding: Binding
  readonly subject: Subject
}

/** A rule, with the role that has it and the binding that grants it. */
export interface GrantedRule extends Grant {
  readonly role: Role
  readonly rule: PolicyRule
  /** Index of the rule in its role. */
  readonly ruleIndex: number
}

const CLUSTER = ''
const userKey = (name: string): string => `u:${name}`
const groupKey = (name: string): string => `g:${name}`
const roleKey = (kind: string, namespace: string, name: string): string =>
  kind === 'Role' ? `${namespace}/${name}` : name
const bindingKey = (kind: string, namespace: string, name: string): string =>
  kind === 'RoleBinding' ? `${namespace}/${name}` : name

/** The index key of a subject; undefined if it can match no user. */
export function subjectKey(subject: Subject, bindingNamespace: string): string | undefined {
  if (subject.kind === 'Group') return groupKey(subject.name)
  if (subject.kind === 'User') return userKey(subject.name)
  const namespace = subject.namespace || bindingNamespace
  return subject.kind === 'ServiceAccount' && namespace
    ? userKey(serviceAccountUser(namespace, subject.name))
    : undefined
}

/** The index keys of all subjects that match a user. */
export const keysOf = (user: UserInfo): string[] => [userKey(user.name), ...user.groups.map(groupKey)]

/**
 * Roles and bindings, indexed by subject: the cost of a decision grows with the bindings of its user, not with all of them. Updated by one
 * call for every change.
 */
export class PolicyIndex {
  private readonly held = {
    roles: new Map<string, Role>(),
    bindings: new Map<string, Binding>(),
    /** subject → namespace ('' for the cluster) → bindings, in insertion order. */
    bySubject: new Map<string, Map<string, Map<Binding, Subject>>>(),
  }

  /** `fill` is called at the first use: until somebody is refused or granted anything, nobody needs the roles. */
  constructor(private fill?: (index: PolicyIndex) => void) {}

  private get filled(): typeof this.held {
    const { fill } = this
    if (fill) {
      this.fill = undefined
      fill(this)
    }
    return this.held
  }
  private get roles() {
    return this.filled.roles
  }
  private get bindings() {
    return this.filled.bindings
  }
  private get bySubject() {
    return this.filled.bySubject
  }

  static of(policy: Policy): PolicyIndex {
    const index = new PolicyIndex()
    for (const role of policy.roles) index.setRole(role)
    for (const binding of policy.bindings) index.setBinding(binding)
    return index
  }

  setRole(role: Role): void {
    this.roles.set(roleKey(role.kind, role.namespace, role.name), role)
  }
  removeRole(kind: Role['kind'], namespace: string, name: string): void {
    this.roles.delete(roleKey(kind, namespace, name))
  }
  setBinding(binding: Binding): void {
    this.removeBinding(binding.kind, binding.namespace, binding.name)
    this.bindings.set(bindingKey(binding.kind, binding.namespace, binding.name), binding)
    for (const subject of binding.subjects) {
      const key = subjectKey(subject, binding.namespace)
      if (key === undefined) continue
      const places = getOrAdd(this.bySubject, key, () => new Map<string, Map<Binding, Subject>>())
      const there = getOrAdd(places, binding.namespace, () => new Map<Binding, Subject>())
      if (!there.has(binding)) there.set(binding, subject)
    }
  }
  removeBinding(kind: Binding['kind'], namespace: string, name: string): void {
    const key = bindingKey(kind, namespace, name)
    const old = this.bindings.get(key)
    if (!old) return
    this.bindings.delete(key)
    for (const subject of old.subjects) {
      const of = subjectKey(subject, old.namespace)
      const places = of === undefined ? undefined : this.bySubject.get(of)
      const there = places?.get(old.namespace)
      there?.delete(old)
      if (there?.size === 0) places?.delete(old.namespace)
      if (of !== undefined && places?.size === 0) this.bySubject.delete(of)
    }
  }

  allRoles(): Iterable<Role> {
    return this.roles.values()
  }
  allBindings(): Iterable<Binding> {
    return this.bindings.values()
  }
  policy(): Policy {
    return { roles: [...this.roles.values()], bindings: [...this.bindings.values()] }
  }

  /** The role that a reference in this namespace ('' for the cluster) names; undefined if it does not exist. */
  roleFor(ref: { readonly kind: string; readonly name: string }, namespace: string): Role | undefined {
    if (ref.kind === 'ClusterRole') return this.roles.get(ref.name)
    return ref.kind === 'Role' && namespace !== CLUSTER
      ? this.roles.get(roleKey('Role', namespace, ref.name))
      : undefined
  }
  /** The binding of that name, if it exists. */
  binding(kind: Binding['kind'], namespace: string, name: string): Binding | undefined {
    return this.bindings.get(bindingKey(kind, namespace, name))
  }

  /** Bindings that apply to a request in this namespace: the cluster's first, then the namespace's, without duplicates. */
  grantsFor(user: UserInfo, namespace: string): Grant[] {
    const found = new Map<Binding, Subject>()
    const keys = keysOf(user)
    for (const place of namespace === CLUSTER ? [CLUSTER] : [CLUSTER, namespace])
      for (const key of keys) {
        const there = this.bySubject.get(key)?.get(place)
        if (there) for (const [binding, subject] of there) if (!found.has(binding)) found.set(binding, subject)
      }
    return Array.from(found, ([binding, subject]) => ({ binding, subject }))
  }

  /** All bindings of a user in any namespace. */
  everyGrantOf(user: UserInfo): Grant[] {
    const found = new Map<Binding, Subject>()
    for (const key of keysOf(user))
      for (const there of this.bySubject.get(key)?.values() ?? [])
        for (const [binding, subject] of there) if (!found.has(binding)) found.set(binding, subject)
    return Array.from(found, ([binding, subject]) => ({ binding, subject }))
  }

  /** Every rule that a user has in a namespace, and the bindings whose role is missing. */
  rulesFor(user: UserInfo, namespace: string): { rules: GrantedRule[]; missing: Grant[] } {
    const rules: GrantedRule[] = []
    const missing: Grant[] = []
    for (const grant of this.grantsFor(user, namespace)) {
      const role = this.roleFor(grant.binding.roleRef, grant.binding.namespace)
      if (role) role.rules.forEach((rule, ruleIndex) => rules.push({ ...grant, role, rule, ruleIndex }))
      else missing.push(grant)
    }
    return { rules, missing }
  }

  /** The first grant that allows the request, or the bindings whose role is missing. */
  decide(attributes: Attributes): { granted: GrantedRule } | { missing: readonly Grant[] } {
    const missing: Grant[] = []
    const keys = keysOf(attributes.user)
    for (const place of attributes.namespace === CLUSTER ? [CLUSTER] : [CLUSTER, attributes.namespace])
      for (const key of keys) {
        const there = this.bySubject.get(key)?.get(place)
        if (!there) continue
        for (const [binding, subject] of there) {
          const role = this.roleFor(binding.roleRef, place)
          if (!role) {
            missing.push({ binding, subject })
            continue
          }
          for (const [ruleIndex, rule] of role.rules.entries())
            if (ruleAllows(rule, attributes)) return { granted: { binding, subject, role, rule, ruleIndex } }
        }
      }
    return { missing }
  }

  allows(attributes: Attributes): boolean {
    return 'granted' in this.decide(attributes)
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
