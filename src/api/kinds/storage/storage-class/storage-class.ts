import type * as storage from 'kt126/storage/v1'
import { duplicate, invalid, required, tooLong } from '../../../../machinery/field-error'
import { qualifiedName as validName } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelKey, locked, oneOf, optionalOneOf, present, unchanged } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { expressionWarnings } from '../../shared/node-labels'
import { behaves } from '../../../releases/ledger'

const read = (object: ApiObject): Draft<storage.StorageClass> => asDraft<storage.StorageClass>(object)
const DEFAULT_ANNOTATIONS = ['storageclass.orch.io/is-default-class', 'storageclass.beta.orch.io/is-default-class']
const MOST_PARAMETERS = 512
const LARGEST_PARAMETERS = 256 * 1024

function validateTopologies(given: Draft<storage.StorageClass>, errors: Errors): void {
  const seen: string[] = []
  const all = given.allowedTopologies ?? []
  for (const [i, term] of all.entries()) {
    const keys = new Set<string>()
    for (const [j, { key = '', values = [] }] of (term.matchLabelExpressions ?? []).entries()) {
      const at = `allowedTopologies[${i}].matchLabelExpressions[${j}]`
      if (values.length === 0) errors.push(required(`${at}.values`))
      const known = new Set<string>()
      for (const [k, value] of values.entries()) {
        if (known.has(value)) errors.push(duplicate(`${at}.values[${k}]`, value))
        known.add(value)
      }
      labelKey(key, `${at}.key`, errors)
      if (keys.has(key)) errors.push(duplicate(`${at}.key`, key))
      keys.add(key)
    }
    const text = JSON.stringify(
      (term.matchLabelExpressions ?? []).map(({ key, values }) => [key, [...(values ?? [])].sort()]).sort(),
    )
    // A term without expressions is refused like a duplicate of each term.
    const same = seen.filter((other) => other === text).length + (keys.size === 0 ? all.length : 0)
    for (let n = 0; n < same; n++) errors.push(duplicate(`allowedTopologies[${i}].matchLabelExpressions`, ''))
    seen.push(text)
  }
}

/** A class of dynamically provisioned storage. */
export const storageClass: KindBehaviour = {
  group: 'storage.orch.io',
  resource: 'storageclasses',
  kind: 'StorageClass',
  deleteReturnsObject: true,
  defaults(object) {
    const draft = read(object)
    draft.reclaimPolicy ??= 'Delete'
    draft.volumeBindingMode ??= 'Immediate'
    draft.provisioner ??= ''
  },
  validate(object) {
    const draft = read(object)
    const { provisioner = '', parameters = {} } = draft
    const errors: Errors = []
    if (present(provisioner, 'provisioner', errors))
      for (const why of validName(provisioner.toLowerCase())) errors.push(invalid('provisioner', provisioner, why))
    const names = Object.keys(parameters)
    if (names.length > MOST_PARAMETERS) errors.push(tooLong('parameters', MOST_PARAMETERS))
    if (names.includes('')) errors.push(invalid('parameters', '', 'field can not be empty.'))
    if (names.reduce((sum, name) => sum + name.length + (parameters[name] ?? '').length, 0) > LARGEST_PARAMETERS)
      errors.push(tooLong('parameters', LARGEST_PARAMETERS))
    if (draft.reclaimPolicy) oneOf(draft.reclaimPolicy, ['Delete', 'Retain'], 'reclaimPolicy', errors)
    optionalOneOf(draft.volumeBindingMode, ['Immediate', 'WaitForFirstConsumer'], 'volumeBindingMode', errors)
    validateTopologies(draft, errors)
    return errors
  },
  warnings: (object, { release }) =>
    behaves('storage-warnings', release)
      ? (read(object).allowedTopologies ?? []).flatMap(({ matchLabelExpressions }, i) =>
          expressionWarnings(matchLabelExpressions, `allowedTopologies[${i}].matchLabelExpressions`, release),
        )
      : [],
  validateUpdate(object, old) {
    const errors: Errors = []
    for (const member of ['parameters', 'provisioner', 'reclaimPolicy'])
      locked(object[member], old[member], member, `updates to ${member} are forbidden.`, errors)
    unchanged(object['volumeBindingMode'], old['volumeBindingMode'], 'volumeBindingMode', errors)
    return errors
  },
  ...tableOf(
    (object) => {
      const draft = read(object)
      const { name = '', annotations } = object.metadata
      const isDefault = DEFAULT_ANNOTATIONS.some((key) => annotations?.[key] === 'true')
      return { draft, name, isDefault }
    },
    ['Name', 'string', ({ name, isDefault }) => (isDefault ? `${name} (default)` : name), { format: 'name' }],
    ['Provisioner', 'string', ({ draft }) => draft.provisioner ?? ''],
    ['ReclaimPolicy', 'string', ({ draft }) => draft.reclaimPolicy ?? 'Delete'],
    ['VolumeBindingMode', 'string', ({ draft }) => draft.volumeBindingMode ?? UNSET],
    ['AllowVolumeExpansion', 'string', ({ draft }) => draft.allowVolumeExpansion ?? false],
    AGE,
  ),
  columnsWithName: true,
}
