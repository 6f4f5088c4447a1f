import type * as core from 'kt126/core/v1'
import { invalid } from '../../../../machinery/field-error'
import { clone } from '../../../../machinery/json'
import { knownFinalizer, qualifiedName } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves, type Served } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

type Namespace = Draft<core.Namespace>
const FINALIZER = 'orch'
const NAME_LABEL = 'orch.io/metadata.name'

const finalizersOf = (object: ApiObject): string[] => asDraft<core.Namespace>(object).spec?.finalizers ?? []
const withFinalizers = (finalizers: readonly string[]): Namespace['spec'] =>
  finalizers.length > 0 ? { finalizers: [...finalizers] } : {}

function labelWithName(object: ApiObject, served: Served): void {
  const { metadata } = object
  if (!metadata.name || !behaves('namespace-name-label', served)) return
  metadata.labels = { ...metadata.labels, [NAME_LABEL]: metadata.name }
}

const validateFinalizers = (object: ApiObject, at = (_index: number) => 'spec.finalizers'): Errors =>
  finalizersOf(object).flatMap((name, i) =>
    [...qualifiedName(name), ...knownFinalizer(name)].map((message) => invalid(at(i), name, message)),
  )

/** A namespace: active until deleted, then terminating until all its finalizers are removed. */
export const namespace: KindBehaviour = {
  group: '',
  resource: 'namespaces',
  kind: 'Namespace',
  nameRule: 'label',
  defaults(object, _version, served) {
    const { status = {} } = asDraft<core.Namespace>(object)
    status.phase ||= 'Active'
    object['status'] = status
    object['spec'] ??= {}
    labelWithName(object, served)
  },
  prepareForCreate(object, context) {
    const finalizers = finalizersOf(object)
    object['spec'] = withFinalizers(finalizers.includes(FINALIZER) ? finalizers : [...finalizers, FINALIZER])
    object['status'] = { phase: 'Active' }
    labelWithName(object, context)
  },
  prepareForUpdate(object, old, context) {
    object['spec'] = withFinalizers(finalizersOf(old))
    labelWithName(object, context)
  },
  validate: (object) => validateFinalizers(object),
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      prepareForUpdate(object, old) {
        object['spec'] = clone(old['spec'])
      },
      validateUpdate(object) {
        const phase = asDraft<core.Namespace>(object).status?.phase
        if (object.metadata.deletionTimestamp)
          return phase === 'Terminating'
            ? []
            : [invalid('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")]
        return phase === 'Active'
          ? []
          : [invalid('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")]
      },
    },
    finalize: {
      prepareForUpdate(object, old) {
        object['spec'] = withFinalizers(finalizersOf(object))
        object['status'] = clone(old['status'])
      },
      validateUpdate: (object) => validateFinalizers(object, (index) => `spec.finalizers[${index}]`),
    },
  },
  ownPreconditions: true,
  propagation: 'first',
  holdsDeletion: (object) => finalizersOf(object).length > 0,
  markTerminating(object) {
    object['status'] = { ...(object['status'] as object | undefined), phase: 'Terminating' }
  },
  fieldSelectors: {
    'status.phase': (object) => asDraft<core.Namespace>(object).status?.phase ?? '',
  },
  ...tableOf(
    (object) => object,
    ['Status', 'string', (object) => asDraft<core.Namespace>(object).status?.phase ?? ''],
    AGE,
  ),
}
