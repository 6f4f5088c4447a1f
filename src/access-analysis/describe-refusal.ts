import type { Attributes } from '../authorization/authorizer'
import { describeGrant } from '../authorization/policy'
import type { Grant, PolicyIndex } from '../authorization/policy-index'
import { explain } from './explain'

const SHOWN = 6

/** A binding that was considered, and why it does not allow the request if its scope rules that out. */
function describeBinding(index: PolicyIndex, { binding, subject }: Grant, { namespace }: Attributes): string {
  const text = describeGrant(binding, subject)
  if (binding.namespace !== '' && binding.namespace !== namespace)
    return `${text}: counts only in the namespace ${JSON.stringify(binding.namespace)}`
  if (!index.roleFor(binding.roleRef, binding.namespace)) return `${text}: there is no such role`
  return `${text}: no rule of the role matches`
}

/**
 * Why RBAC does not allow a request, in lines: the bindings of the user or one of their groups, then the nearest rule with what it lacks
 * and what would make the request pass. Meant for refused requests.
 */
export function describeRefusal(index: PolicyIndex, attributes: Attributes): string {
  const grants = index.everyGrantOf(attributes.user)
  // Bindings that apply here are most relevant; those of other namespaces come last.
  const distance = ({ binding }: Grant): number =>
    binding.namespace !== '' && binding.namespace !== attributes.namespace ? 1 : 0
  const looked = [...grants].sort((a, b) => distance(a) - distance(b))
  const [nearest] = explain(index, attributes).nearMisses
  return [
    looked.length === 0
      ? 'RBAC: no binding names this user or one of their groups.'
      : `RBAC looked at ${looked.length} ${looked.length === 1 ? 'binding' : 'bindings'}:`,
    ...looked.slice(0, SHOWN).map((grant) => `- ${describeBinding(index, grant, attributes)}`),
    ...(looked.length > SHOWN ? [`- and ${looked.length - SHOWN} more`] : []),
    nearest ? `Nearest rule: ${nearest.what}. ${nearest.fix}` : 'No role or binding comes near.',
  ].join('\n')
}
