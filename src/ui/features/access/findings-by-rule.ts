import type { Finding } from '../../../access-analysis/finding'

/** A rule that allows everything has the other mistakes of rules, too: they follow from it. */
const ROOT_CAUSE = 'everything'

export interface RuleFindings {
  /** Undefined for what is wrong with the whole role or binding. */
  readonly ruleIndex: number | undefined
  readonly shown: readonly Finding[]
  /** What follows from the one that is shown. */
  readonly folded: readonly Finding[]
}

/** The findings of one role or binding rule by rule, in their order. */
export function findingsByRule(findings: readonly Finding[]): RuleFindings[] {
  const indexes = [...new Set(findings.map(({ ruleIndex }) => ruleIndex))]
  return indexes.map((ruleIndex) => {
    const own = findings.filter((one) => one.ruleIndex === ruleIndex)
    const cause = own.filter(({ code }) => code === ROOT_CAUSE)
    if (ruleIndex === undefined || cause.length === 0) return { ruleIndex, shown: own, folded: [] }
    return { ruleIndex, shown: cause, folded: own.filter(({ code }) => code !== ROOT_CAUSE) }
  })
}
