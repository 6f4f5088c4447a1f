import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, invalid } from '../../../../machinery/field-error'
import { GoStruct, GoText } from '../../../../machinery/go-values'
import { goJsonProblem } from '../../../../machinery/go-json-problem'
import { parseCidr } from '../../../../machinery/ip'
import { clone, equal } from '../../../../machinery/json'
import { repeatedAt } from '../../../../machinery/json-text'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import type { Feature } from '../../../releases/gates'
import { behaves } from '../../../releases/ledger'
import { NONE, UNKNOWN } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { labelKey, labelValue, oneOf, unique } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import type { SerializedQuantity } from '../../shared/serialized-quantity'
import { roundQuantities } from '../../shared/serialized-quantity'
import { validateAmount } from '../../shared/resources'
import { TAINT_EFFECTS } from '../../shared/scheduling'
import { validateNodeConfig } from './node-config'

type Node = Draft<core.Node>
const read = (object: ApiObject): Node => asDraft<core.Node>(object)
const ROLE_LABEL = 'node-role.orch.io/'
const AVOIDED_PODS = 'scheduler.alpha.orch.io/preferAvoidPods'
const OLD_ROLE_LABEL = 'orch.io/role'
const INFO = [
  'architecture',
  'bootID',
  'containerRuntimeVersion',
  'kernelVersion',
  'kubeProxyVersion',
  'kubeletVersion',
  'machineID',
  'operatingSystem',
  'osImage',
  'systemUUID',
] as const

const goTaint = (key: string, value: string, effect: string): GoStruct =>
  new GoStruct('core.Taint', { Key: key, Value: value, Effect: effect, TimeAdded: new GoText('<nil>', null) })

function validateTaints(taints: readonly Draft<core.Taint>[], errors: Errors): void {
  const seen = new Set<string>()
  for (const [i, { key = '', value = '', effect = '' }] of taints.entries()) {
    const at = `metadata.taints[${i}]`
    labelKey(key, `${at}.key`, errors)
    labelValue(value, `${at}.value`, errors)
    oneOf(effect, TAINT_EFFECTS, `${at}.effect`, errors)
    if (seen.has(`${effect} ${key}`))
      errors.push(duplicate(at, goTaint(key, value, effect), 'taints must be unique by key and effect pair'))
    seen.add(`${effect} ${key}`)
  }
}

function validateNetworks(cidrs: readonly string[], errors: Errors): void {
  for (const [i, cidr] of cidrs.entries())
    if (!parseCidr(cidr)) errors.push(invalid(`spec.podCIDRs[${i}]`, cidrs, 'must be valid CIDR'))
  const families = new Set(cidrs.map((cidr) => parseCidr(cidr)?.network.length))
  if (cidrs.length > 2 || (cidrs.length === 2 && families.size < 2))
    errors.push(invalid('spec.podCIDRs', cidrs, 'may specify no more than one CIDR for each IP family'))
  const seen = new Set<string>()
  for (const [i, cidr] of cidrs.entries()) unique(cidr, seen, `spec.podCIDRs[${i}]`, errors)
}

/** An old annotation names pods that are better placed elsewhere; it must be JSON. */
function validateAvoidedPods({ metadata: { annotations = {} } }: ApiObject, errors: Errors): void {
  const text = annotations[AVOIDED_PODS]
  const why = text ? goJsonProblem(text) : ''
  if (why) errors.push(invalid('metadata.annotations.AvoidPods', AVOIDED_PODS, why))
}

function validate(object: ApiObject): Errors {
  const { spec = {}, status = {} } = read(object)
  const errors: Errors = []
  validateAvoidedPods(object, errors)
  validateTaints(spec.taints ?? [], errors)
  validateNetworks(spec.podCIDRs ?? [], errors)
  for (const list of ['capacity', 'allocatable'] as const)
    for (const [name, amount] of Object.entries(status[list] ?? {}) as [string, SerializedQuantity][])
      validateAmount(name, amount, `status.${list}.${name}`, errors)
  return errors
}

const goAddress = ({ type = '', address = '' }: Draft<core.NodeAddress>): GoStruct =>
  new GoStruct('core.NodeAddress', { Type: type, Address: address })

/** Addresses must be unique; checked only on updates, including those of the status. */
function validateAddresses(object: ApiObject, errors: Errors): void {
  const addresses = read(object).status?.addresses ?? []
  for (const i of repeatedAt(addresses)) errors.push(duplicate(`status.addresses[${i}]`, goAddress(addresses[i] ?? {})))
}

function validateUpdate(object: ApiObject, old: ApiObject, { release }: KindContext): Errors {
  const { spec = {} } = read(object)
  const { spec: before = {} } = read(old)
  const errors: Errors = []
  validateAddresses(object, errors)
  const said = errors.length
  if ((before.podCIDRs ?? []).length > 0 && !equal(spec.podCIDRs, before.podCIDRs))
    errors.push(forbidden('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid'))
  if (before.providerID && spec.providerID !== before.providerID)
    errors.push(forbidden('spec.providerID', 'node updates may not change providerID except from "" to valid'))
  const renamed = (spec.externalID ?? '') !== (before.externalID ?? '')
  if (behaves('node-change-errors-by-field', release)) {
    if (renamed) errors.push(forbidden('spec.externalID', 'may not be updated'))
  } else if (renamed || errors.length > said)
    errors.push(
      forbidden(
        '[]',
        'node updates may only change labels, taints, or capacity (or configSource, if the DynamicKubeletConfig feature gate is enabled)',
      ),
    )
  validateTaints(spec.taints ?? [], errors)
  validateNodeConfig(read(object), errors)
  return errors
}

/** `podCIDR` and `podCIDRs` must agree; the single one wins. */
function alignNetworks(spec: NonNullable<Node['spec']>): void {
  const [first] = spec.podCIDRs ?? []
  if (spec.podCIDR) {
    if (first !== spec.podCIDR) spec.podCIDRs = [spec.podCIDR]
  } else if (first) spec.podCIDR = first
}

/** Without dual-stack networking, a node that has one network keeps the first only. */
function keepOneNetwork(object: ApiObject, old: ApiObject | undefined, feature: Feature): void {
  const { spec } = read(object)
  const several = (networks: readonly string[] = []): boolean => networks.length > 1
  if (feature('IPv6DualStack') || !spec || !several(spec.podCIDRs) || several(old && read(old).spec?.podCIDRs)) return
  spec.podCIDRs = spec.podCIDRs?.slice(0, 1) ?? []
}

function statusText({ spec = {}, status = {} }: Node): string {
  const ready = (status.conditions ?? []).find(({ type }) => type === 'Ready')
  const text = ready ? (ready.status === 'True' ? 'Ready' : 'NotReady') : 'Unknown'
  return spec.unschedulable ? `${text},SchedulingDisabled` : text
}

function rolesText(labels: Readonly<Record<string, string>> = {}): string {
  const roles = new Set<string>()
  for (const key in labels) {
    if (key.startsWith(ROLE_LABEL) && key.length > ROLE_LABEL.length) roles.add(key.slice(ROLE_LABEL.length))
    else if (key === OLD_ROLE_LABEL && labels[key]) roles.add(labels[key])
  }
  return [...roles].sort().join(',') || NONE
}

/** A machine that runs pods. */
export const node: KindBehaviour = {
  group: '',
  resource: 'nodes',
  kind: 'Node',
  addresses: [{ at: 'spec.podCIDRs[]', form: 'range' }],
  warnings: (object, { release }) =>
    behaves('node-warnings', release)
      ? [
          ...(read(object).spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
          ...(read(object).spec?.externalID
            ? ['spec.externalID: this field is deprecated, and is unused by Orch']
            : []),
        ]
      : [],
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    alignNetworks(draft.spec)
    draft.status ??= {}
    const { status } = draft
    roundQuantities(status.capacity)
    if (status.allocatable === undefined && status.capacity !== undefined) status.allocatable = clone(status.capacity)
    roundQuantities(status.allocatable)
    status.daemonEndpoints ??= {}
    const endpoints = status.daemonEndpoints as Record<string, unknown>
    endpoints['kubeletEndpoint'] ??= { Port: 0 }
    status.nodeInfo ??= {}
    for (const member of INFO) status.nodeInfo[member] ??= ''
    for (const condition of status.conditions ?? [])
      Object.assign(condition, {
        lastHeartbeatTime: condition.lastHeartbeatTime ?? null,
        lastTransitionTime: condition.lastTransitionTime ?? null,
      })
  },
  prepareForCreate: (object, { feature }) => keepOneNetwork(object, undefined, feature),
  prepareForUpdate: (object, old, { feature }) => keepOneNetwork(object, old, feature),
  validate,
  validateUpdate,
  hasStatus: true,
  generation: false,
  fieldSelectors: { 'spec.unschedulable': (object) => String(read(object).spec?.unschedulable ?? false) },
  ...tableOf(
    (object) => {
      const draft = read(object)
      const { nodeInfo = {}, addresses = [] } = draft.status ?? {}
      const addressOf = (type: string) => addresses.find((address) => address.type === type)?.address || NONE
      return { draft, nodeInfo, addressOf }
    },
    ['Status', 'string', ({ draft }) => statusText(draft)],
    ['Roles', 'string', (_, object) => rolesText(object.metadata.labels)],
    AGE,
    ['Version', 'string', ({ nodeInfo }) => nodeInfo.kubeletVersion ?? ''],
    ['Internal-IP', 'string', ({ addressOf }) => addressOf('InternalIP'), { priority: 1 }],
    ['External-IP', 'string', ({ addressOf }) => addressOf('ExternalIP'), { priority: 1 }],
    ['OS-Image', 'string', ({ nodeInfo }) => nodeInfo.osImage || UNKNOWN, { priority: 1 }],
    ['Kernel-Version', 'string', ({ nodeInfo }) => nodeInfo.kernelVersion || UNKNOWN, { priority: 1 }],
    ['Container-Runtime', 'string', ({ nodeInfo }) => nodeInfo.containerRuntimeVersion || UNKNOWN, { priority: 1 }],
  ),
}
