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

/** Allows nothing, but does not deny: later authorizers may allow. */
export const alwaysDeny: Authorizer = {
  name: 'AlwaysDeny',
  authorize: (): Decision => ({ verdict: 'no-opinion', reason: 'Everything is forbidden.' }),
  rulesFor: (): RulesFor => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
}

/** Allows everything to the members of a group, before all other authorizers. */
export const privilegedGroup = (group: string): Authorizer => ({
  name: 'PrivilegedGroups',
  authorize: ({ user }: Attributes): Decision => ({
    verdict: user.groups.includes(group) ? 'allow' : 'no-opinion',
    reason: '',
  }),
  // The rules review lists rules of roles only, and these permissions come from no role.
  rulesFor: (): RulesFor => ({ resourceRules: [], nonResourceRules: [], incomplete: false }),
})
