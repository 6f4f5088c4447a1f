import { behaves, type Served } from '../api/releases/ledger'
import type { Client } from '../client/client'
import { type Clock, timestamp } from '../machinery/clock'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { Target } from '../client/targets'
import { runController } from './controller'
import { undefinedIfGone } from './kit'

/** The field manager of the conditions. */
const CONSUMER = 'api-priority-and-fairness-config-consumer-v1'

interface Deps {
  /** Acts as the API server itself. */
  readonly client: Client
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly log: (message: string) => void
  readonly served: Served
  /** The served version of flow schemas. */
  readonly version: string
}

/** The condition about whether a flow schema's priority level exists; `there` says whether it does. */
export function danglingCondition(level: string, there: boolean) {
  const named = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`
  return there
    ? { type: 'Dangling', status: 'False', reason: 'Found', message: `${named} and it exists` }
    : { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${named} but there is no such object` }
}

/**
 * Keeps the condition Dangling of flow schemas, which reports whether their priority level is missing. It belongs to the server, not to the
 * controller manager, so it also runs with `--controllers=-*`. Resolves when `signal` aborts.
 */
export function runFlowSchemaStatus({ client, clock, signal, log, served, version }: Deps): Promise<void> {
  const of = (resource: string): Target => ({ group: 'flowcontrol.apiserver.orch.io', version, resource })
  const schemas = of('flowschemas')
  const applied = behaves('flow-schema-status-applied', served.release)
  return runController({
    name: 'flow-schema-status',
    client,
    clock,
    signal,
    log,
    watches: [
      { target: schemas, keys: ({ metadata }) => [metadata.name ?? ''] },
      {
        target: of('prioritylevelconfigurations'),
        keys: ({ metadata }, [all]) =>
          (all?.list() ?? []).filter((schema) => levelOf(schema) === metadata.name).map(nameOf),
      },
    ],
    async reconcile(name, [all, levels]) {
      const schema = all?.get(undefined, name)
      if (!schema) return
      const level = levelOf(schema)
      const wanted = danglingCondition(level, levels?.get(undefined, level) !== undefined)
      if (says(schema, wanted)) return
      const status = { conditions: [{ ...wanted, lastTransitionTime: timestamp(clock.now()) }] }
      const options = { subresource: 'status', query: { fieldManager: CONSUMER, ...(applied && { force: true }) } }
      const body = applied
        ? { apiVersion: `${schemas.group}/${version}`, kind: 'FlowSchema', metadata: { name }, status }
        : { status }
      await undefinedIfGone(client.patch(schemas, name, applied ? 'apply' : 'strategic', body, options))
    },
  })
}

const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''

function levelOf({ spec }: ApiObject): string {
  const level = isObject(spec) ? spec['priorityLevelConfiguration'] : undefined
  return isObject(level) && typeof level['name'] === 'string' ? level['name'] : ''
}

function says({ status }: ApiObject, wanted: Readonly<Record<string, string>>): boolean {
  const conditions = isObject(status) && Array.isArray(status['conditions']) ? (status['conditions'] as unknown[]) : []
  const present = conditions.find((one) => isObject(one) && one['type'] === wanted['type'])
  return isObject(present) && Object.entries(wanted).every(([field, value]) => present[field] === value)
}
