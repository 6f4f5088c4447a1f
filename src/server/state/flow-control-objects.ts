import { behaves, existsAt } from '../../api/releases/ledger'
import type { ReleaseSpan } from '../../api/releases/ledger/row'
import { FLOWS, LEVELS, type Flow, type FlowRule, type Level } from './flow-control-table'
import type { StartObject } from './start-state'

const GROUP = 'flowcontrol.apiserver.orch.io'
/** The field manager of these objects. */
const PRODUCER = 'api-priority-and-fairness-config-producer-v1'
/** Allows the server to update the object if a later release defines it differently. */
const AUTO_UPDATE = { 'apf.orch.io/autoupdate-spec': 'true' }

function subjectOf(text: string): object {
  const [, kind, name = ''] = /^(.):(.*)$/.exec(text) ?? []
  if (kind === 'u') return { kind: 'User', user: { name } }
  if (kind === 'g') return { kind: 'Group', group: { name } }
  const [namespace, account] = name.split('/')
  return { kind: 'ServiceAccount', serviceAccount: { namespace, name: account } }
}

function ruleOf({ verbs, groups, resources, namespaces, clusterScope }: FlowRule): object {
  return { verbs, apiGroups: groups, resources, ...(clusterScope && { clusterScope }), namespaces }
}

function schemaSpec(flow: Flow, release: number): object {
  const served = (row: ReleaseSpan): boolean => existsAt(row, release)
  const paths = flow.paths ?? []
  return {
    matchingPrecedence: flow.precedence,
    priorityLevelConfiguration: { name: flow.level },
    ...(flow.distinguish && { distinguisherMethod: { type: flow.distinguish } }),
    rules: [
      {
        subjects: flow.subjects.map(subjectOf),
        ...(flow.rules && { resourceRules: flow.rules.filter(served).map(ruleOf) }),
        ...(paths.length > 0 && {
          nonResourceRules: paths.map(({ verbs, urls }) => ({ verbs, nonResourceURLs: urls })),
        }),
      },
    ],
  }
}

/** @param newer v1beta3 and v1 use another field name for shares, and have lendable shares */
function levelSpec(level: Level, newer: boolean, release: number): object {
  if (level.shares === undefined) {
    const exempt = { nominalConcurrencyShares: 0, lendablePercent: 0 }
    return { type: 'Exempt', ...(behaves('exempt-level-settings', release) && newer && { exempt }) }
  }
  const { shares, lendable, queuing } = level
  return {
    type: 'Limited',
    limited: {
      ...(newer
        ? { nominalConcurrencyShares: shares, lendablePercent: lendable }
        : { assuredConcurrencyShares: shares }),
      limitResponse: queuing ? { type: 'Queue', queuing: { ...queuing, queueLengthLimit: 50 } } : { type: 'Reject' },
    },
  }
}

/**
 * Flow control's own objects as a release creates them, in their served version. They are created once; later changes by users are kept.
 */
export function flowControlObjects(release: number, version = 'v1'): StartObject[] {
  const newer = /^v1(?:beta3)?$/.test(version)
  const annotations = behaves('flow-control-auto-update', release) ? { annotations: AUTO_UPDATE } : {}
  const made = (resource: string, name: string, spec: object): StartObject => ({
    target: { group: GROUP, version, resource },
    object: { metadata: { name, ...annotations }, spec },
    manager: PRODUCER,
  })
  const inForce = <T extends ReleaseSpan>(rows: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(rows).filter(([, row]) => existsAt(row, release))
  return [
    ...inForce(LEVELS).map(([name, level]) =>
      made('prioritylevelconfigurations', name, levelSpec(level, newer, release)),
    ),
    ...inForce(FLOWS).map(([name, flow]) => made('flowschemas', name, schemaSpec(flow, release))),
  ]
}
