import type * as flowcontrol from 'kt126/flowcontrol/v1beta3'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { STATUS_METADATA } from '../../../subresource-behaviour'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import { AGE, tableOf } from '../../meta/table-columns'
import { completeConditions } from '../../shared/workloads'
import { conditionErrors } from '../condition-errors'
import { mandatoryUnchanged } from '../mandatory'
import { validateFlowSchema } from './validate-flow-schema'

const read = (object: ApiObject): Draft<flowcontrol.FlowSchema> => asDraft<flowcontrol.FlowSchema>(object)
const precedenceOf = (object: ApiObject): number => read(object).spec?.matchingPrecedence ?? 0

/** Assigns requests to priority levels. */
export const flowSchema: KindBehaviour = {
  group: 'flowcontrol.apiserver.orch.io',
  resource: 'flowschemas',
  kind: 'FlowSchema',
  metadataPasses: [0, 1],
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.matchingPrecedence ||= 1000
    draft.status ??= {}
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    object['status'] = {}
  },
  validate: (object) => validateFlowSchema(read(object)),
  validateUpdate: mandatoryUnchanged('FlowSchemaSpec'),
  hasStatus: true,
  subresources: {
    status: {
      keepsMetadata: STATUS_METADATA,
      validateUpdate: (object) => conditionErrors(read(object).status?.conditions),
    },
  },
  // In matching order: the first schema that matches decides.
  rowOrder: (left, right) => precedenceOf(left) - precedenceOf(right),
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const dangling = (status.conditions ?? []).find(({ type }) => type === 'Dangling')
      return { spec, dangling }
    },
    ['PriorityLevel', 'string', ({ spec }) => spec.priorityLevelConfiguration?.name ?? ''],
    ['MatchingPrecedence', 'string', ({ spec }) => spec.matchingPrecedence ?? 0],
    ['DistinguisherMethod', 'string', ({ spec }) => spec.distinguisherMethod?.type ?? NONE],
    AGE,
    ['MissingPL', 'string', ({ dangling }) => dangling?.status ?? '?'],
  ),
}
