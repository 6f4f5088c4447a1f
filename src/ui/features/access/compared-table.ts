import type { ComparedBy, ComparedRules, Comparison, Reach } from '../../../access-analysis/compare'
import type { PolicyRule } from '../../../authorization/policy'
import type { TextTable } from '../../components/export/table-text'
import { mergeRules } from './merge-rules'

/** One line of a comparison: a rule, and where each of the two users has it. */
export interface ComparedRow {
  readonly rule: PolicyRule
  readonly first: Reach
  readonly second: Reach
}

/** The lines of one part of a comparison. */
export const comparedRows = (groups: readonly ComparedRules[]): ComparedRow[] =>
  groups.flatMap(({ rules, first, second }) => mergeRules(rules).map((rule) => ({ rule, first, second })))

/** A place as text: `all namespaces`, or the namespaces; empty if there is none. */
export const reachText = ({ everywhere, namespaces }: Reach): string =>
  everywhere ? 'all namespaces' : namespaces.join(', ')

const SIDES: readonly ComparedBy[] = ['first', 'second', 'different', 'both']

/** A comparison as a table to export: a row for each rule, with where each user has it. */
export function comparedTable(comparison: Comparison, who: string, other: string): TextTable {
  return {
    columns: [who, other, 'Verbs', 'Resources', 'API groups', 'Names', 'Paths'],
    rows: SIDES.flatMap((side) =>
      comparedRows(comparison[side]).map(({ rule, first, second }) => {
        const { verbs, resources = [], apiGroups = [], resourceNames = [], nonResourceURLs = [] } = rule
        const groups = apiGroups.map((group) => group || 'core')
        const lists = [verbs, resources, groups, resourceNames, nonResourceURLs]
        return [reachText(first), reachText(second), ...lists.map((list) => list.join(', '))]
      }),
    ),
  }
}
