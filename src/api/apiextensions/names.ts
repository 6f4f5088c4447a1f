import { timestamp } from '../../machinery/clock'
import { equal } from '../../machinery/json'
import type { Condition, Definition, DefinitionNames } from './definition'

/** Sets a condition; its transition time changes only with its status. */
export function withCondition(conditions: readonly Condition[], next: Condition, now: number): Condition[] {
  const old = conditions.find(({ type }) => type === next.type)
  const time = old?.status === next.status && old.lastTransitionTime ? old.lastTransitionTime : timestamp(now)
  const dated = { ...next, lastTransitionTime: time }
  return old ? conditions.map((one) => (one === old ? dated : one)) : [...conditions, dated]
}

interface UsedNames {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

/** Names accepted for other definitions of the same group. */
function usedNames(definition: Definition, others: readonly Definition[]): UsedNames {
  const resources = new Set<string>()
  const kinds = new Set<string>()
  for (const { metadata, spec, status } of others) {
    if (spec.group !== definition.spec.group || metadata.name === definition.metadata.name) continue
    const { plural, singular, shortNames = [], kind, listKind } = status.acceptedNames ?? {}
    for (const name of [plural, singular, ...shortNames]) if (name) resources.add(name)
    for (const name of [kind, listKind]) if (name) kinds.add(name)
  }
  return { resources, kinds }
}

/** The names of a definition that no other one has, and the condition that says so. */
export interface NameVerdict {
  readonly acceptedNames: DefinitionNames
  readonly condition: Condition
}

/**
 * Accepts those names of a definition that no other in its group has. Previously accepted names stay until the new ones can be accepted;
 * of several conflicts the last is reported.
 */
export function acceptNames(definition: Definition, others: readonly Definition[]): NameVerdict {
  const { names = {} } = definition.spec
  const granted = definition.status.acceptedNames ?? {}
  const used = usedNames(definition, others)
  // plural and kind are always present, empty if not accepted.
  const accepted: DefinitionNames = { plural: '', kind: '', ...granted }
  let conflict: { reason: string; message: string } | undefined
  const one = (
    field: 'plural' | 'singular' | 'kind' | 'listKind',
    taken: ReadonlySet<string>,
    reason: string,
  ): void => {
    const name = names[field]
    if (name !== undefined && name !== granted[field] && taken.has(name))
      conflict = { reason, message: `"${name}" is already in use` }
    else if (name === undefined) delete accepted[field]
    else accepted[field] = name
  }
  one('plural', used.resources, 'PluralConflict')
  one('singular', used.resources, 'SingularConflict')
  const { shortNames } = names
  const taken = (shortNames ?? []).filter((name) => !granted.shortNames?.includes(name) && used.resources.has(name))
  if (taken.length > 0)
    conflict = { reason: 'ShortNamesConflict', message: taken.map((name) => `"${name}" is already in use`).join(', ') }
  else if (shortNames) accepted.shortNames = shortNames
  else delete accepted.shortNames
  one('kind', used.kinds, 'KindConflict')
  one('listKind', used.kinds, 'ListKindConflict')
  if (names.categories) accepted.categories = names.categories
  else delete accepted.categories
  return {
    acceptedNames: accepted,
    condition: conflict
      ? { type: 'NamesAccepted', status: 'False', ...conflict }
      : { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' },
  }
}

/** Whether accepted names are those asked for. */
export const sameNames = (a: DefinitionNames | undefined, b: DefinitionNames): boolean => equal(a ?? {}, b)
