import { RESOURCE_VERBS } from '../../../access-analysis/least-privilege'
import type { AuditQuery } from '../../../server/control'
import type { Search } from '../../state/place'

const MOST_SHOWN = 2_000

const LEVELS = ['Metadata', 'Request', 'RequestResponse'] as const

const STAGES = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic'] as const

const among = <T extends string>(values: readonly T[], text: string | undefined): T | undefined =>
  values.find((value) => value === text)

/** The audit query for the filters in the address. */
export function queryOf(search: Search): AuditQuery {
  const level = among(LEVELS, search['level'])
  const stage = among(STAGES, search['stage'])
  const statusClass = Number(search['status']?.[0])
  return {
    limit: MOST_SHOWN,
    ...(search['user'] && { user: search['user'] }),
    ...(search['verb'] && { verb: search['verb'] }),
    ...(search['what'] && { resource: search['what'] }),
    ...(search['ns'] && { namespace: search['ns'] }),
    ...(search['decision'] && { decision: search['decision'] }),
    ...(search['text'] && { text: search['text'] }),
    ...(level && { level }),
    ...(stage && { stage }),
    ...(statusClass > 0 && { statusClass }),
  }
}

/** The filters in the order of the form; those without choices are texts. */
export const AUDIT_FILTERS: readonly (readonly [key: string, label: string, data?: readonly string[]])[] = [
  ['text', 'Search'],
  ['user', 'User'],
  ['verb', 'Verb', RESOURCE_VERBS],
  ['what', 'Resource'],
  ['ns', 'Namespace'],
  ['status', 'Status', ['2xx', '4xx', '5xx']],
  ['decision', 'Decision', ['allow', 'forbid']],
  ['stage', 'Stage', STAGES],
  ['level', 'Level', LEVELS],
]
