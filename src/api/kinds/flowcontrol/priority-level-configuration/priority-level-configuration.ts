import type * as flowcontrol from 'kt126/flowcontrol/v1beta3'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { STATUS_METADATA } from '../../../subresource-behaviour'
import { behaves } from '../../../releases/ledger'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { nonNegative } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { completeConditions } from '../../shared/workloads'
import { conditionErrors } from '../condition-errors'
import { mandatoryUnchanged } from '../mandatory'

interface ExemptSettings {
  nominalConcurrencyShares?: number
  lendablePercent?: number
}
type Level = Draft<flowcontrol.PriorityLevelConfiguration> & { spec?: { exempt?: ExemptSettings } }
/** Versions before v1beta3 use another name for the shares. */
type Limited = Draft<flowcontrol.LimitedPriorityLevelConfiguration> & { assuredConcurrencyShares?: number }
const read = (object: ApiObject): Level => asDraft<flowcontrol.PriorityLevelConfiguration>(object)
const limitedOf = (level: Level): Limited | undefined => level.spec?.limited
const DEFAULT_SHARES = 30
const MOST_QUEUES = 10_000_000

/** Maximum bits of the hash that selects a request's queues; with more, the selection is not fair. */
const MOST_BITS = 60

function positive(value: number, field: string, errors: Errors): boolean {
  if (value <= 0) errors.push(invalid(field, value, 'must be positive'))
  return value > 0
}

function validateQueuing(queuing: Draft<flowcontrol.QueuingConfiguration>, field: string, errors: Errors): void {
  const { queueLengthLimit = 0, queues = 0, handSize = 0 } = queuing
  positive(queueLengthLimit, `${field}.queueLengthLimit`, errors)
  if (positive(queues, `${field}.queues`, errors) && queues > MOST_QUEUES)
    errors.push(invalid(`${field}.queues`, queues, `must not be greater than ${MOST_QUEUES}`))
  const refuse = (why: string): void => void errors.push(invalid(`${field}.handSize`, handSize, why))
  if (!positive(handSize, `${field}.handSize`, errors)) return
  const hand = Array.from({ length: Math.min(handSize, MOST_BITS + 1) }, (_, i) => Math.max(queues - i, 1))
  const bits = Math.ceil(hand.reduce((sum, left) => sum + Math.log2(left), 0))
  if (handSize > queues) refuse(`should not be greater than queues (${queues})`)
  else if (bits > MOST_BITS)
    refuse(
      `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MOST_BITS}`,
    )
}

/** The table, with the version's name of the shares. */
const tableWith = (shares: string) =>
  tableOf(
    (object) => {
      const draft = read(object)
      const limited = limitedOf(draft)
      const queuing = limited?.limitResponse?.queuing
      return { draft, limited, queuing }
    },
    ['Type', 'string', ({ draft }) => draft.spec?.type ?? ''],
    // The columns are strings, and the cells numbers.
    [shares, 'string', ({ limited }) => limited?.nominalConcurrencyShares ?? limited?.assuredConcurrencyShares ?? NONE],
    ['Queues', 'string', ({ queuing }) => queuing?.queues ?? NONE],
    ['HandSize', 'string', ({ queuing }) => queuing?.handSize ?? NONE],
    ['QueueLengthLimit', 'string', ({ queuing }) => queuing?.queueLengthLimit ?? NONE],
    AGE,
  )

/** Limits the concurrent requests of a priority level, and what happens to the rest. */
export const priorityLevelConfiguration: KindBehaviour = {
  group: 'flowcontrol.apiserver.orch.io',
  resource: 'prioritylevelconfigurations',
  kind: 'PriorityLevelConfiguration',
  metadataPasses: [0, 1],
  defaults(object, version, { release }) {
    const draft = read(object)
    draft.spec ??= {}
    if (behaves('exempt-level-settings', release) && draft.spec.type === 'Exempt') {
      draft.spec.exempt ??= {}
      draft.spec.exempt.nominalConcurrencyShares ??= 0
      draft.spec.exempt.lendablePercent ??= 0
    }
    const limited = limitedOf(draft)
    if (limited) {
      // Only v1 distinguishes zero shares from unset.
      if (version === 'v1') limited.nominalConcurrencyShares ??= DEFAULT_SHARES
      else if (version === 'v1beta3') limited.nominalConcurrencyShares ||= DEFAULT_SHARES
      else limited.assuredConcurrencyShares ||= DEFAULT_SHARES
      limited.limitResponse ??= {}
      const { queuing } = limited.limitResponse
      if (queuing) {
        queuing.queues ||= 64
        queuing.handSize ||= 8
        queuing.queueLengthLimit ||= 50
      }
    }
    draft.status ??= {}
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    object['status'] = {}
  },
  validate(object, { release }) {
    const draft = read(object)
    const type = draft.spec?.type ?? ''
    const limited = limitedOf(draft)
    const errors: Errors = []
    if ((object.metadata.name === 'exempt') !== (type === 'Exempt') && (type === 'Exempt' || type === 'Limited'))
      errors.push(invalid('spec.type', type, "type must be 'Exempt' if and only if name is 'exempt'"))
    if (type === 'Exempt') {
      if (limited) errors.push(forbidden('spec.limited', 'must be nil if the type is not Limited'))
    } else if (type === 'Limited') {
      if (draft.spec?.exempt) errors.push(forbidden('spec.exempt', 'must be nil if the type is Limited'))
      if (!limited) errors.push(required('spec.limited', 'must not be empty when type is Limited'))
    } else errors.push(notSupported('spec.type', type, ['Exempt', 'Limited']))
    if (type !== 'Limited' || !limited) return errors
    const [shares, member] =
      limited.nominalConcurrencyShares !== undefined
        ? [limited.nominalConcurrencyShares, 'nominalConcurrencyShares']
        : [limited.assuredConcurrencyShares ?? 0, 'assuredConcurrencyShares']
    // Zero shares are allowed since exempt levels have settings.
    if (behaves('exempt-level-settings', release)) nonNegative(shares, `spec.limited.${member}`, errors)
    else positive(shares, `spec.limited.${member}`, errors)
    const { limitResponse = {} } = limited
    const at = 'spec.limited.limitResponse'
    if (limitResponse.type === 'Reject') {
      if (limitResponse.queuing)
        errors.push(forbidden(`${at}.queuing`, 'must be nil if limited.limitResponse.type is not Limited'))
    } else if (limitResponse.type === 'Queue') {
      if (!limitResponse.queuing)
        errors.push(required(`${at}.queuing`, 'must not be empty if limited.limitResponse.type is Limited'))
      else validateQueuing(limitResponse.queuing, `${at}.queuing`, errors)
    } else errors.push(notSupported(`${at}.type`, limitResponse.type ?? '', ['Queue', 'Reject']))
    return errors
  },
  validateUpdate: mandatoryUnchanged('PriorityLevelConfigurationSpec'),
  hasStatus: true,
  subresources: {
    status: {
      keepsMetadata: STATUS_METADATA,
      validateUpdate: (object) => conditionErrors(read(object).status?.conditions),
    },
  },
  ...tableWith('AssuredConcurrencyShares'),
  since: { 26: tableWith('NominalConcurrencyShares') },
}
