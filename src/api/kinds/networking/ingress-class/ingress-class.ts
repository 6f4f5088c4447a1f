import type * as networking from 'kt126/networking/v1'
import { forbidden, invalid, required, tooLong } from '../../../../machinery/field-error'
import { domainPrefixedPath } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label, oneOf, unchanged } from '../../meta/rules'
import { AGE, type TableColumn, tableOf } from '../../meta/table-columns'
import { validateTypedReference } from '../ingress/ingress-backend'

const read = (object: ApiObject): Draft<networking.IngressClass> => asDraft<networking.IngressClass>(object)
const LONGEST_CONTROLLER = 250

function validateParameters(
  parameters: Draft<networking.IngressClassParametersReference>,
  release: number,
  errors: Errors,
): void {
  const field = 'spec.parameters'
  validateTypedReference(parameters, field, errors)
  const { scope, namespace } = parameters
  if (behaves('ingress-class-parameter-scope', release))
    oneOf(scope, ['Cluster', 'Namespace'], `${field}.scope`, errors)
  if (scope === 'Namespace') {
    if (!namespace) errors.push(required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'"))
    else label(namespace, `${field}.namespace`, errors)
  } else if (scope === 'Cluster' && namespace !== undefined)
    errors.push(forbidden(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'"))
}

const DEFAULT = 'ingressclass.orch.io/is-default-class'

function view(object: ApiObject) {
  const { controller = '', parameters } = read(object).spec ?? {}
  const group = parameters?.apiGroup ? `.${parameters.apiGroup}` : ''
  return { controller, parameters, group }
}
const COLUMNS: readonly TableColumn<ReturnType<typeof view>>[] = [
  ['Controller', 'string', ({ controller }) => controller],
  [
    'Parameters',
    'string',
    ({ parameters, group }) => (parameters ? `${parameters.kind ?? ''}${group}/${parameters.name ?? ''}` : NONE),
  ],
]

/** The controller that serves ingresses of a class. */
export const ingressClass: KindBehaviour = {
  group: 'networking.orch.io',
  resource: 'ingressclasses',
  kind: 'IngressClass',
  defaults(object, _version, { release }) {
    const draft = read(object)
    draft.spec ??= {}
    if (behaves('ingress-class-parameter-scope', release) && draft.spec.parameters)
      draft.spec.parameters.scope ??= 'Cluster'
  },
  validate(object, { release }) {
    const { controller = '', parameters } = read(object).spec ?? {}
    const errors: Errors = []
    if (controller === '') errors.push(required('spec.controller'))
    else {
      if (controller.length > LONGEST_CONTROLLER) errors.push(tooLong('spec.controller', LONGEST_CONTROLLER))
      for (const [part, why] of domainPrefixedPath(controller)) errors.push(invalid('spec.controller', part, why))
    }
    if (parameters) validateParameters(parameters, release, errors)
    return errors
  },
  updateErrorsFirst: true,
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(read(object).spec?.controller ?? '', read(old).spec?.controller ?? '', 'spec.controller', errors)
    return errors
  },
  generation: true,
  ...tableOf(view, ...COLUMNS, AGE),
  // The default class is marked after its name.
  since: {
    36: {
      ...tableOf(
        view,
        [
          'Name',
          'string',
          (_, { metadata: { name = '', annotations } }) =>
            annotations?.[DEFAULT] === 'true' ? `${name} (default)` : name,
          { format: 'name' },
        ],
        ...COLUMNS,
        AGE,
      ),
      columnsWithName: true,
    },
  },
}
