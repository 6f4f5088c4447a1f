import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { labelsText, NONE, UNKNOWN } from '../../meta/columns'
import { AGE, tableOf } from '../../meta/table-columns'
import { validateLoadBalancers } from '../../shared/load-balancers'
import { allocate } from './service-allocation'
import { giveBack, heldBy } from './service-reservations'
import type { Spec } from './service-shape'
import { SERVICE_ADDRESSES, serviceWarnings } from './service-warnings'
import {
  completeService,
  defaultService,
  dropAllocated,
  dropOfOldType,
  dropSecondAddress,
  keepAllocated,
  normalizeAddresses,
  readService,
  specOf,
  withAddressList,
} from './service-shape'
import { validateService, validateServiceUpdate } from './service-validation'

const externalAddresses = (object: ApiObject, spec: Spec): string => {
  const external = spec.externalIPs ?? []
  switch (spec.type) {
    case 'ClusterIP':
    case 'NodePort':
      return external.join(',') || NONE
    case 'LoadBalancer': {
      const ingress = readService(object).status?.loadBalancer?.ingress ?? []
      const balancers = [...new Set(ingress.map(({ ip, hostname }) => ip || hostname || ''))].filter(Boolean).sort()
      return [...balancers, ...external].join(',') || '<pending>'
    }
    case 'ExternalName':
      return spec.externalName ?? ''
    default:
      return UNKNOWN
  }
}

const portsText = (spec: Spec): string =>
  (spec.ports ?? [])
    .map(({ port, nodePort, protocol }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`)
    .join(',') || NONE

/** One address for many pods. Cluster IPs and node ports are allocated here and freed with the service. */
export const service: KindBehaviour = {
  group: '',
  resource: 'services',
  kind: 'Service',
  versionJudged: 'service-updates-need-version',
  nameRuleOf: (served) => (behaves('service-name-label', served) ? 'label' : 'label-1035'),
  deleteReturnsObject: 'never',
  deletedTogether: [{ group: '', resource: 'endpoints' }],
  updateReadsAgain: true,
  // Since then services behave like other objects.
  since: { 23: { createOnUpdate: true, deleteReturnsObject: true } },
  defaults: (object, _version, { release }) => defaultService(object, release),
  completeStored: completeService,
  prepareForCreate(object, { release }) {
    object['status'] = { loadBalancer: {} }
    normalizeAddresses(specOf(object), undefined)
    dropSecondAddress(specOf(object), release)
  },
  prepareForUpdate(object, old, { release }) {
    const spec = specOf(object)
    const before = withAddressList(specOf(old))
    normalizeAddresses(spec, before)
    dropSecondAddress(spec, release)
    keepAllocated(spec, before, release)
    dropOfOldType(spec, before, release)
    // Only load balancers have load balancer status.
    if (spec.type !== 'LoadBalancer') object['status'] = { ...readService(old).status, loadBalancer: {} }
  },
  validate: validateService,
  updateErrorsFirst: true,
  exporting(object) {
    dropAllocated(specOf(object))
    return []
  },
  validateUpdate: validateServiceUpdate,
  beginCreate: (object, context) => allocate(object, context),
  abandonCreate: giveBack,
  exclusive: heldBy,
  beginUpdate: (object, old, context) => allocate(object, context, old),
  addresses: SERVICE_ADDRESSES,
  warnings: (object, { release }) => serviceWarnings(object, release),
  hasStatus: true,
  subresources: { status: { validateUpdate: validateLoadBalancers } },
  generation: false,
  ...tableOf(
    (object) => {
      const spec = specOf(object)
      return { spec }
    },
    ['Type', 'string', ({ spec }) => spec.type ?? ''],
    ['Cluster-IP', 'string', ({ spec }) => spec.clusterIPs?.[0] ?? spec.clusterIP ?? NONE],
    ['External-IP', 'string', ({ spec }, object) => externalAddresses(object, spec)],
    ['Port(s)', 'string', ({ spec }) => portsText(spec)],
    AGE,
    ['Selector', 'string', ({ spec }) => labelsText(spec.selector), { priority: 1 }],
  ),
}
