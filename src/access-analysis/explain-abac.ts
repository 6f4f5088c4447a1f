import type { Attributes } from '../authorization/authorizer'
import { type AbacAspect, abacLacking, type AbacPolicy } from '../authorization/abac'
import { quote } from '../machinery/quote'
import { alike } from './similar'

/** A policy of the file that allows a request, or nearly does. */
export interface AbacMatch {
  readonly policy: AbacPolicy
  readonly lacks: readonly AbacAspect[]
  readonly what: string
  readonly fix: string
}

/** Why the ABAC policies allow a request, or how close they come. */
export interface AbacExplanation {
  readonly allowed: boolean
  /** Every policy that allows it. */
  readonly matches: readonly AbacMatch[]
  /** Nearest first; empty when allowed. */
  readonly nearMisses: readonly AbacMatch[]
}

const SHOWN = 8
const FARTHEST = 2

const TEXTS: Readonly<
  Record<AbacAspect, (policy: AbacPolicy, attributes: Attributes) => readonly [what: string, fix: string]>
> = {
  user: ({ user }, attributes) => [
    user ? `is for the user ${quote(user)}, not ${quote(attributes.user.name)}` : 'names neither a user nor a group',
    `Set user to ${quote(attributes.user.name)}.`,
  ],
  group: ({ group }, { user }) => {
    const spelled = user.groups.find((own) => alike(own, group))
    return [
      `is for the group ${quote(group)}, which ${quote(user.name)} is not in`,
      spelled
        ? `Write the group as ${quote(spelled)}.`
        : `Set group to one of ${user.groups.map(quote).join(', ') || 'none'}.`,
    ]
  },
  verb: (_policy, { verb }) => [`allows only reading, not ${quote(verb)}`, 'Take readonly away.'],
  namespace: ({ namespace }, attributes) => [
    namespace
      ? `holds in the namespace ${quote(namespace)}, not ${attributes.namespace ? `in ${quote(attributes.namespace)}` : 'in the whole cluster'}`
      : 'holds for resources without a namespace only',
    `Set namespace to ${quote(attributes.namespace || '*')}.`,
  ],
  resource: ({ resource }, attributes) => [
    resource ? `is about ${quote(resource)}, not ${quote(attributes.resource)}` : 'is about paths, not resources',
    `Set resource to ${quote(attributes.resource)}.`,
  ],
  apiGroup: ({ apiGroup }, attributes) => [
    `is about the API group ${quote(apiGroup)}, not ${quote(attributes.apiGroup)}`,
    `Set apiGroup to ${quote(attributes.apiGroup)}.`,
  ],
  path: ({ nonResourcePath }, { path }) => [
    nonResourcePath
      ? `is about the path ${quote(nonResourcePath)}, not ${quote(path)}`
      : 'is about resources, not paths',
    `Set nonResourcePath to ${quote(path)}.`,
  ],
}

function matchOf(policy: AbacPolicy, attributes: Attributes): AbacMatch {
  const lacks = abacLacking(policy, attributes)
  const texts = lacks.map((lack) => TEXTS[lack](policy, attributes))
  return {
    policy,
    lacks,
    what: `Line ${policy.line} ${texts.length > 0 ? texts.map(([what]) => what).join(', and ') : 'allows it'}`,
    fix: texts.map(([, fix]) => fix).join(' '),
  }
}

/** Explains the decision of a policy file about a request: the lines that allow it, or the nearest ones with what each lacks. */
export function explainAbac(policies: readonly AbacPolicy[], attributes: Attributes): AbacExplanation {
  const all = policies.map((policy) => matchOf(policy, attributes))
  const matches = all.filter(({ lacks }) => lacks.length === 0)
  const near = all.filter(({ lacks }) => lacks.length > 0 && lacks.length <= FARTHEST)
  return {
    allowed: matches.length > 0,
    matches,
    nearMisses: matches.length > 0 ? [] : near.sort((a, b) => a.lacks.length - b.lacks.length).slice(0, SHOWN),
  }
}
