import { policyProblems } from '../../../../api/kinds/admissionregistration/policy-problems'
import type { PolicySpec } from '../../../../api/policies/policy'
import type { Discovery } from '../../../queries/discovery'
import type { PolicyProblem } from './policy-marks'

/** Everything else that the server would refuse, and a kind of parameters that it does not serve. */
export function formProblems(
  { name, spec }: { readonly name: string; readonly spec: PolicySpec },
  release: number,
  discovery: Discovery | undefined,
  told: readonly PolicyProblem[],
): PolicyProblem[] {
  const known = new Set(told.map(({ field }) => field))
  const refused = policyProblems({ metadata: { name }, spec }, release)
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
