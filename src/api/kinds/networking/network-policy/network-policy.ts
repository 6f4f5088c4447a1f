import type * as networking from 'kt126/networking/v1'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { cidrContains, parseCidr } from '../../../../machinery/ip'
import { goList } from '../../../../machinery/go-values'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { selectorCell } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelSelector, network, optionalOneOf, port, portNumber } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'

const read = (object: ApiObject): Draft<networking.NetworkPolicy> => asDraft<networking.NetworkPolicy>(object)
const TYPES = ['Ingress', 'Egress']
const PROTOCOLS = ['TCP', 'UDP', 'SCTP']

function validatePort(given: Draft<networking.NetworkPolicyPort>, field: string, errors: Errors): void {
  optionalOneOf(given.protocol, PROTOCOLS, `${field}.protocol`, errors)
  if (given.port !== undefined) port(given.port, `${field}.port`, errors)
  const { endPort } = given
  if (endPort === undefined) return
  if (typeof given.port === 'number') {
    if (endPort < given.port)
      errors.push(invalid(`${field}.endPort`, given.port, 'must be greater than or equal to `port`'))
  } else
    errors.push(
      invalid(
        `${field}.endPort`,
        endPort,
        given.port === undefined
          ? 'may not be specified when `port` is not specified'
          : 'may not be specified when `port` is non-numeric',
      ),
    )
  portNumber(endPort, `${field}.endPort`, errors)
}

function validateBlock(
  { cidr = '', except = [] }: Draft<networking.IPBlock>,
  field: string,
  release: number,
  errors: Errors,
): void {
  const unreadable = (text: string, at: string): void =>
    behaves('network-policy-range-text', release)
      ? network(text, at, errors)
      : void errors.push(invalid(at, text, 'not a valid CIDR'))
  if (cidr === '') return void errors.push(required(`${field}.cidr`))
  const whole = parseCidr(cidr)
  // An invalid CIDR ends validation.
  if (!whole) return unreadable(cidr, `${field}.cidr`)
  for (const [i, part] of except.entries()) {
    const at = `${field}.except[${i}]`
    const inner = parseCidr(part)
    if (!inner) return unreadable(part, at)
    if (!(inner.prefix > whole.prefix && cidrContains(whole, inner.network)))
      errors.push(invalid(at, part, 'must be a strict subset of `cidr`'))
  }
}

function validatePeer(peer: Draft<networking.NetworkPolicyPeer>, field: string, release: number, errors: Errors): void {
  const { podSelector, namespaceSelector, ipBlock } = peer
  labelSelector(podSelector, `${field}.podSelector`, errors)
  labelSelector(namespaceSelector, `${field}.namespaceSelector`, errors)
  if (ipBlock) validateBlock(ipBlock, `${field}.ipBlock`, release, errors)
  if (!podSelector && !namespaceSelector && !ipBlock) errors.push(required(field, 'must specify a peer'))
  else if (ipBlock && (podSelector || namespaceSelector))
    errors.push(forbidden(field, 'may not specify both ipBlock and another peer'))
}

/** Restricts network traffic of pods. */
export const networkPolicy: KindBehaviour = {
  group: 'networking.orch.io',
  resource: 'networkpolicies',
  kind: 'NetworkPolicy',
  repeatsObjectErrors: true,
  olderErrorGroup: 'extensions',
  addresses: (['ingress[].from', 'egress[].to'] as const).flatMap((peers) => [
    { at: `spec.${peers}[].ipBlock.cidr`, form: 'range' as const },
    { at: `spec.${peers}[].ipBlock.except[]`, form: 'range' as const },
  ]),
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    const { spec } = draft
    spec.podSelector ??= {}
    for (const { ports = [] } of [...(spec.ingress ?? []), ...(spec.egress ?? [])])
      for (const one of ports) one.protocol ??= 'TCP'
    if ((spec.policyTypes ?? []).length === 0)
      spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress']
  },
  prepareForCreate(object) {
    delete object['status']
  },
  validate(object, { release }) {
    const { spec = {} } = read(object)
    const errors: Errors = []
    labelSelector(spec.podSelector, 'spec.podSelector', errors)
    for (const [i, { ports = [], from = [] }] of (spec.ingress ?? []).entries()) {
      for (const [j, one] of ports.entries()) validatePort(one, `spec.ingress[${i}].ports[${j}]`, errors)
      for (const [j, one] of from.entries()) validatePeer(one, `spec.ingress[${i}].from[${j}]`, release, errors)
    }
    for (const [i, { ports = [], to = [] }] of (spec.egress ?? []).entries()) {
      for (const [j, one] of ports.entries()) validatePort(one, `spec.egress[${i}].ports[${j}]`, errors)
      for (const [j, one] of to.entries()) validatePeer(one, `spec.egress[${i}].to[${j}]`, release, errors)
    }
    const types = spec.policyTypes ?? []
    if (types.length > TYPES.length)
      errors.push(
        invalid(
          'spec.policyTypes',
          goList('networking.PolicyType', types),
          'may not specify more than two policyTypes',
        ),
      )
    else
      for (const [i, type] of types.entries())
        if (!TYPES.includes(type)) errors.push(notSupported(`spec.policyTypes[${i}]`, type, TYPES))
    return errors
  },
  hasStatus: true,
  ...tableOf(
    (object) => object,
    ['Pod-Selector', 'string', (object) => selectorCell(read(object).spec?.podSelector)],
    AGE,
  ),
}
