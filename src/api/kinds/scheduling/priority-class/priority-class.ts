import type * as scheduling from 'kt126/scheduling/v1'
import { forbidden } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { locked, oneOf, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { PREEMPTION_POLICIES } from '../../shared/pod-spec'

const read = (object: ApiObject): Draft<scheduling.PriorityClass> => asDraft<scheduling.PriorityClass>(object)
const HIGHEST = 1_000_000_000
const RESERVED = 'system-'

/** Built-in priority classes with their values. */
export const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
}

/** Why a class with a reserved name is not a system class. */
function whyNotSystem(name: string, value: number): string {
  const known = SYSTEM_PRIORITIES[name]
  if (known === undefined) return `${name} is not a known system priority class`
  return value === known
    ? `globalDefault of ${name} PriorityClass must be false`
    : `value of ${name} PriorityClass must be ${known}`
}

/** The importance of pods when resources are scarce. */
export const priorityClass: KindBehaviour = {
  group: 'scheduling.orch.io',
  resource: 'priorityclasses',
  kind: 'PriorityClass',
  metadataPasses: [1, 0],
  defaults(object) {
    const draft = read(object)
    draft.preemptionPolicy ??= 'PreemptLowerPriority'
    draft.value ??= 0
  },
  validate(object) {
    const { value = 0, globalDefault = false, preemptionPolicy } = read(object)
    const { name = '' } = object.metadata
    const errors: Errors = []
    if (name.startsWith(RESERVED)) {
      if (SYSTEM_PRIORITIES[name] !== value || globalDefault)
        errors.push(
          forbidden(
            'metadata.name',
            `priority class names with 'system-' prefix are reserved for system use only. error: ${whyNotSystem(name, value)}`,
          ),
        )
    } else if (value > HIGHEST)
      errors.push(forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST}`))
    if (preemptionPolicy !== undefined) oneOf(preemptionPolicy, PREEMPTION_POLICIES, 'preemptionPolicy', errors)
    return errors
  },
  validatesOnce: true,
  validateUpdate(object, old, { release }) {
    const errors: Errors = []
    const field = behaves('priority-value-field', release) ? 'value' : 'Value'
    locked(object['value'], old['value'], field, 'may not be changed in an update.', errors)
    unchanged(object['preemptionPolicy'], old['preemptionPolicy'], 'preemptionPolicy', errors)
    return errors
  },
  undeletable: (name) =>
    Object.hasOwn(SYSTEM_PRIORITIES, name) ? 'this is a system priority class and cannot be deleted' : undefined,
  // The generation is shown but never increases.
  generation: () => false,
  ...tableOf(
    read,
    ['Value', 'integer', ({ value = 0 }) => value],
    ['Global-Default', 'boolean', ({ globalDefault = false }) => globalDefault],
    AGE,
    ['PreemptionPolicy', 'string', ({ preemptionPolicy = '' }) => preemptionPolicy, { since: 32 }],
  ),
}
