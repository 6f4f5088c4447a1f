import type * as node from 'kt126/node/v1'
import { duplicate } from '../../../../machinery/field-error'
import { repeatedAt } from '../../../../machinery/json-text'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label, labels, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { roundQuantities } from '../../shared/serialized-quantity'
import { validateResources } from '../../shared/resources'
import { goToleration, validateTolerations } from '../../shared/scheduling'
import { deprecatedLabel } from '../../shared/node-labels'
import { behaves } from '../../../releases/ledger'

const read = (object: ApiObject): Draft<node.RuntimeClass> => asDraft<node.RuntimeClass>(object)

/** A container runtime configuration that nodes know by name. */
export const runtimeClass: KindBehaviour = {
  group: 'node.orch.io',
  resource: 'runtimeclasses',
  kind: 'RuntimeClass',
  createOnUpdate: true,
  anyFinalizer: true,
  unconditionalUpdate: false,
  defaults(object) {
    roundQuantities(read(object).overhead?.podFixed)
  },
  validate(object, served) {
    const { handler = '', overhead, scheduling } = read(object)
    const errors: Errors = []
    label(handler, 'handler', errors)
    if (overhead)
      validateResources(
        { limits: overhead.podFixed ?? {} },
        { release: served.release, claims: new Set() },
        'overhead',
        errors,
      )
    if (!scheduling) return errors
    labels(scheduling.nodeSelector, 'scheduling.nodeSelector', errors)
    const tolerations = scheduling.tolerations ?? []
    // The reference repeats the member in the path.
    validateTolerations(tolerations, served, 'scheduling.tolerations.tolerations', errors)
    for (const i of repeatedAt(tolerations))
      errors.push(duplicate(`scheduling.tolerations[${i}]`, goToleration(tolerations[i] ?? {})))
    return errors
  },
  warnings: (object, { release }) =>
    behaves('storage-warnings', release)
      ? Object.keys(read(object).scheduling?.nodeSelector ?? {}).flatMap((key) => {
          const advice = deprecatedLabel(key, release)
          return advice ? [`scheduling.nodeSelector: ${advice}`] : []
        })
      : [],
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(object['handler'], old['handler'], 'handler', errors)
    return errors
  },
  ...tableOf((object) => object, ['Handler', 'string', (object) => read(object).handler ?? ''], AGE),
}
