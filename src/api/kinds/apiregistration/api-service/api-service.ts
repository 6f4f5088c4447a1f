import { invalid, required } from '../../../../machinery/field-error'
import { decodeBase64 } from '../../../../machinery/base64'
import { timestamp } from '../../../../machinery/clock'
import { pathSegment } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { STATUS_METADATA } from '../../../subresource-behaviour'
import type { Errors } from '../../meta/rules'
import { isPortNumber, label1035, oneOf, subdomain } from '../../meta/rules'
import { completeConditions } from '../../shared/workloads'
import { AGE, tableOf } from '../../meta/table-columns'

interface ApiService {
  spec?: {
    group?: string
    version?: string
    groupPriorityMinimum?: number
    versionPriority?: number
    caBundle?: string
    insecureSkipTLSVerify?: boolean
    service?: { name?: string; namespace?: string; port?: number }
  }
  status?: { conditions?: { type?: string; status?: string; reason?: string; lastTransitionTime?: string }[] }
}
const read = (object: ApiObject): ApiService => object as ApiService
const HIGHEST_GROUP = 20_000
const HIGHEST_VERSION = 1_000

function priority(value: number | undefined, highest: number, field: string, errors: Errors): void {
  const given = value ?? 0
  if (given <= 0 || given > highest) errors.push(invalid(field, given, `must be positive and less than ${highest}`))
}

/** Which server serves a group and version. */
export const apiService: KindBehaviour = {
  group: 'apiregistration.orch.io',
  resource: 'apiservices',
  kind: 'APIService',
  nameRuleOf: (_served, object) => (name) => {
    const { group = '', version = '' } = read(object).spec ?? {}
    const own = `${version}.${group}`
    const wrong = pathSegment(name)
    return wrong.length > 0 || name === own ? wrong : [`must be \`spec.version+"."+spec.group\`: "${own}"`]
  },
  anyFinalizer: true,
  unconditionalUpdate: false,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    if (draft.spec.service) draft.spec.service.port ??= 443
    draft.status ??= {}
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object, { now }) {
    object['status'] = read(object).spec?.service
      ? {}
      : {
          conditions: [
            {
              type: 'Available',
              status: 'True',
              reason: 'Local',
              message: 'Local APIServices are always available',
              lastTransitionTime: timestamp(now),
            },
          ],
        }
  },
  validate(object) {
    const { spec = {} } = read(object)
    const { group = '', version = '', service, caBundle, insecureSkipTLSVerify } = spec
    const errors: Errors = []
    // Only the core group has an empty name.
    if (group === '' && version !== 'v1')
      errors.push(required('spec.group', 'only v1 may have an empty group and it better be legacy kube'))
    if (group !== '') subdomain(group, 'spec.group', errors)
    label1035(version, 'spec.version', errors)
    priority(spec.groupPriorityMinimum, HIGHEST_GROUP, 'spec.groupPriorityMinimum', errors)
    priority(spec.versionPriority, HIGHEST_VERSION, 'spec.versionPriority', errors)
    if (!service) {
      if (caBundle)
        errors.push(
          invalid(
            'spec.caBundle',
            `${decodeBase64(caBundle).length} bytes`,
            'local APIServices may not have a caBundle',
          ),
        )
      if (insecureSkipTLSVerify)
        errors.push(invalid('spec.insecureSkipTLSVerify', true, 'local APIServices may not have insecureSkipTLSVerify'))
      return errors
    }
    if (!service.namespace) errors.push(required('spec.service.namespace'))
    if (!service.name) errors.push(required('spec.service.name'))
    if (!isPortNumber(service.port ?? 443))
      errors.push(
        invalid('spec.service.port', service.port, 'port is not valid: must be between 1 and 65535, inclusive'),
      )
    if (insecureSkipTLSVerify && caBundle)
      errors.push(invalid('spec.insecureSkipTLSVerify', true, 'may not be true if caBundle is present'))
    return errors
  },
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      keepsMetadata: STATUS_METADATA,
      validateUpdate(object) {
        const errors: Errors = []
        for (const [i, { status }] of (read(object).status?.conditions ?? []).entries())
          oneOf(status, ['True', 'False', 'Unknown'], `status.conditions[${i}].status`, errors)
        return errors
      },
    },
  },
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const found = (status.conditions ?? []).find(({ type }) => type === 'Available')
      const available = !found
        ? 'Unknown'
        : found.status === 'True'
          ? 'True'
          : `${found.status ?? ''} (${found.reason ?? ''})`
      return { spec, available }
    },
    [
      'Service',
      'string',
      ({ spec }) => (spec.service ? `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}` : 'Local'),
    ],
    ['Available', 'string', ({ available }) => available],
    AGE,
  ),
}
