import type { Finding } from '../../../access-analysis/finding'

/** A rule that allows everything implies the other findings about rules. */
const ROOT_CAUSE = 'everything'

/** Mistakes found in one rule of a role. */
export interface RuleFindings {
  /** Undefined if the finding concerns the whole role or binding. */
  readonly ruleIndex: number | undefined
  readonly shown: readonly Finding[]
  /** Findings that the shown one implies. */
  readonly folded: readonly Finding[]
}

/** Groups the findings of a role or binding by rule, in order. */
export function findingsByRule(findings: readonly Finding[]): RuleFindings[] {
  const indexes = [...new Set(findings.map(({ ruleIndex }) => ruleIndex))]
  return indexes.map((ruleIndex) => {
    const own = findings.filter((one) => one.ruleIndex === ruleIndex)
    const cause = own.filter(({ code }) => code === ROOT_CAUSE)
    if (ruleIndex === undefined || cause.length === 0) return { ruleIndex, shown: own, folded: [] }
    return { ruleIndex, shown: cause, folded: own.filter(({ code }) => code !== ROOT_CAUSE) }
  })
}
