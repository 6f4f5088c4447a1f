import type { Attributes, Authorizer, Decision, RulesFor } from './authorizer'

/** Allows everything. */
export const alwaysAllow: Authorizer = {
  name: 'AlwaysAllow',
  authorize: (): Decision => ({ verdict: 'allow', reason: '' }),
  rulesFor: (): RulesFor => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
}

/** Allows nothing; later authorizers still may. */
export const alwaysDeny: Authorizer = {
  name: 'AlwaysDeny',
  authorize: (): Decision => ({ verdict: 'no-opinion', reason: 'Everything is forbidden.' }),
  rulesFor: (): RulesFor => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
}

/** Allows everything to the members of a group, whatever the other authorizers say. */
export const privilegedGroup = (group: string): Authorizer => ({
  name: 'PrivilegedGroups',
  authorize: ({ user }: Attributes): Decision => ({
    verdict: user.groups.includes(group) ? 'allow' : 'no-opinion',
    reason: '',
  }),
  // What the group's members may do is no rule of theirs: the rules review lists roles' rules only.
  rulesFor: (): RulesFor => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
})
