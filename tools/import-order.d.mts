import type { Rule } from 'eslint'

/** The rule that keeps imports in three groups. */
export const importOrder: Rule.RuleModule
