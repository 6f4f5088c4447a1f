import type { FieldError } from '../../../../machinery/field-wording'
import { FieldPath, invalid, required } from '../../../../machinery/field-error'
import type { LabelSelectorObject } from '../../../../machinery/labels'
import { validateLabelSelector } from '../../../../machinery/label-validation'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { GROUP, rulesErrors } from '../rules'

function aggregationErrors(role: ApiObject, release: number): FieldError[] {
  const rule = role['aggregationRule'] as { clusterRoleSelectors?: LabelSelectorObject[] } | null | undefined
  if (!rule) return []
  const at = FieldPath.of('aggregationRule', 'clusterRoleSelectors')
  const selectors = rule.clusterRoleSelectors ?? []
  if (selectors.length === 0)
    return [required(at, 'at least one clusterRoleSelector required if aggregationRule is non-nil')]
  return selectors.flatMap((selector, i) => {
    const place = at.index(i)
    // In every release an invalid selector also gets one error as a whole, in addition to those of its parts.
    const broken = validateLabelSelector(selector, place, { checkValues: true }).length > 0
    return [
      ...validateLabelSelector(selector, place, { checkValues: behaves('aggregation-selector-values', release) }),
      ...(broken ? [invalid(place, undefined, 'invalid label selector.')] : []),
    ]
  })
}

/** Permissions in the whole cluster, or in the namespace where it is bound; may aggregate other roles. */
export const clusterRole: KindBehaviour = {
  group: GROUP,
  resource: 'clusterroles',
  kind: 'ClusterRole',
  metadataPasses: [1, 2],
  repeatsObjectErrors: true,
  exporting: 'refused',
  nameRule: 'path',
  createOnUpdate: true,
  validate: (role, { release }) => [...rulesErrors(role, false), ...aggregationErrors(role, release)],
}
