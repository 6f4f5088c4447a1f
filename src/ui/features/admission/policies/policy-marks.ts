import { policyProblems } from '../../../../api/kinds/admissionregistration/policy-problems'
import { worded } from '../../../../machinery/field-error'
import type { BenchExpression } from '../../../../api/policies/bench-notes'
import type { PolicySpec } from '../../../../api/policies/policy'
import { speaks } from '../../../../api/wordings'
import { fieldPosition, type Mark } from '../../../components/editor/field-position'
import type { Discovery } from '../../../queries/discovery'

/** Something that is wrong with a field of the policy, as the server would say it. */
export interface PolicyProblem {
  readonly field: string
  readonly message: string
  readonly severity: Mark['severity']
}

/** Errors and warnings of expressions, each at its field. */
export const expressionProblems = (expressions: readonly BenchExpression[]): PolicyProblem[] =>
  expressions.flatMap(({ field, problem, warning, hints = [] }) => {
    const told = problem ?? warning
    const severity = problem === undefined ? 'warning' : 'error'
    return told === undefined ? [] : [{ field, message: [told, ...hints].join('\n'), severity }]
  })

/** Everything else that the server would refuse, and a kind of parameters that it does not serve. */
export function formProblems(
  { name, spec }: { readonly name: string; readonly spec: PolicySpec },
  release: number,
  discovery: Discovery | undefined,
  told: readonly PolicyProblem[],
): PolicyProblem[] {
  const known = new Set(told.map(({ field }) => field))
  const refused = policyProblems({ metadata: { name }, spec }, release)
    .map((error) => worded(error, (wording) => speaks(wording, release)))
    .filter(({ field }) => !known.has(field))
    .map(({ field, message }) => ({ field, message, severity: 'error' as const }))
  return [...refused, ...unservedParams(spec, discovery)]
}

/** The server accepts a policy before the type of its parameters, but then fails requests. */
function unservedParams({ paramKind }: PolicySpec, discovery: Discovery | undefined): PolicyProblem[] {
  const { apiVersion = '', kind = '' } = paramKind ?? {}
  if (!discovery || apiVersion === '' || kind === '') return []
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const isServed = discovery.resources.some(
    (one) => one.group === group && one.version === version && one.kind === kind,
  )
  const message = `This cluster does not serve ${apiVersion}, Kind=${kind}. Until it does, the policy fails each request that it is for.`
  return isServed ? [] : [{ field: 'spec.paramKind', message, severity: 'warning' }]
}

/** Problems as marks in the policy's text. */
export const marksOf = (policy: string, problems: readonly PolicyProblem[]): Mark[] =>
  problems.map(({ field, message, severity }) => ({ ...fieldPosition(policy, field), message, severity }))
