import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { DecodeError } from '../../machinery/decode-error'
import { applyJsonPatch } from '../../machinery/json-patch'
import type { ApiObject } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, throwAll } from '../core/errors'
import { changeCauseOf, withChangeCause, RECORD_FLAG } from '../resources/record'
import { managerOf } from '../core/words'
import { PRINT_FLAGS } from '../print/printer'
import type { Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { targetsOf } from '../resources/targets'
import { applyMergePatch } from '../../machinery/merge-patch'
import { decodeYaml } from '../../machinery/decode-yaml'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { parsePairs } from './create/pairs'
import { portsFor, podLabelsOf } from './expose-ports'

/** The command `orchctl expose`. */
export const EXPOSE: Command = {
  name: 'expose',
  short: 'Take a replication controller, service, deployment or pod and expose it as a new service',
  section: 'Basic Commands (Beginner)',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    { name: 'cluster-ip', type: 'string', help: 'Address of the service; None for one without' },
    { name: 'external-ip', type: 'string', help: 'Another address to listen at' },
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('expose'),
      help: 'Name under which the fields are owned',
    },
    RECORD_FLAG,
    { name: 'labels', short: 'l', type: 'string', help: 'Labels of the service' },
    { name: 'load-balancer-ip', type: 'string', help: 'Address of the load balancer' },
    { name: 'name', type: 'string', help: 'Name of the service' },
    {
      name: 'override-type',
      type: 'string',
      default: 'merge',
      help: 'How --overrides is meant: json, merge or strategic',
    },
    { name: 'overrides', type: 'string', help: 'JSON to merge into the service' },
    { name: 'port', type: 'string', help: 'Port of the service; that of the pods when absent' },
    { name: 'protocol', type: 'string', help: 'TCP (the default), UDP or SCTP' },
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'selector', type: 'string', help: 'Labels of the pods' },
    { name: 'session-affinity', type: 'string', help: 'None or ClientIP' },
    { name: 'target-port', type: 'string', help: 'Port of the pods: a number or a name' },
    { name: 'type', type: 'string', help: 'ClusterIP, NodePort, LoadBalancer or ExternalName' },
  ],
  run: expose,
}

const EXPOSABLE = ['Pod', 'ReplicationController', 'ReplicaSet', 'Deployment', 'Service']

async function expose(call: Call): Promise<void> {
  const { session, flags } = call
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const cause = changeCauseOf(call)
  const errors: unknown[] = []
  for (const info of await targetsOf(call, { failed: (error) => errors.push(error) }))
    try {
      if (!EXPOSABLE.includes(info.resource.kind))
        throw new CommandError(
          `cannot expose a ${info.resource.group ? `${info.resource.kind}.${info.resource.group}` : info.resource.kind}`,
        )
      const object = withChangeCause(serviceFor(call, info), cause)
      if (dryRun === 'client') {
        reporter.report(object as unknown as ApiObject, 'exposed')
        continue
      }
      const services = await requireResource(await session.discovery(), 'services')
      const options = { dryRun, fieldManager: flags.string('field-manager') }
      reporter.report(await new Objects(session).create(services, info.namespace, object, options), 'exposed')
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

function serviceFor(call: Call, info: Info): JsonObject {
  const { flags } = call
  const name = (flags.string('name') || info.name).slice(0, 63)
  const selector = flags.string('selector')
    ? parsePairs(flags.string('selector'), (part) => `unexpected label spec: ${part}`)
    : podLabelsOf(info)
  const labels = flags.string('labels')
    ? parsePairs(flags.string('labels'), (part) => `unexpected label spec: ${part}`)
    : ((info.object.metadata.labels ?? {}) as JsonObject)
  const ports = portsFor(flags, info)
  const text = (key: string): string => flags.string(key)
  const service: JsonObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      creationTimestamp: null,
      name,
      namespace: info.namespace,
      ...(Object.keys(labels).length > 0 && { labels }),
    },
    spec: {
      ports,
      selector,
      ...(text('type') && { type: text('type') }),
      ...(text('cluster-ip') && { clusterIP: text('cluster-ip') }),
      ...(text('external-ip') && { externalIPs: [text('external-ip')] }),
      ...(text('load-balancer-ip') && { loadBalancerIP: text('load-balancer-ip') }),
      ...(text('session-affinity') && { sessionAffinity: text('session-affinity') }),
    },
    status: { loadBalancer: {} },
  }
  const overrides = text('overrides')
  const merged = overrides ? overridden(service, overrides, text('override-type')) : service
  return isObject(merged) ? merged : service
}

/** @throws CommandError for an unknown patch type, and for an invalid patch */
function overridden(service: JsonObject, text: string, type: string): Json {
  if (!OVERRIDES.includes(type)) throw new CommandError(`invalid override type: ${type}`)
  try {
    const patch = decodeYaml(text).value
    return type === 'json' ? applyJsonPatch(service, patch) : applyMergePatch(service, patch)
  } catch (error) {
    if (!(error instanceof DecodeError || error instanceof PatchError)) throw error
    throw new CommandError('Invalid JSON Patch')
  }
}
const OVERRIDES = ['json', 'merge', 'strategic']
