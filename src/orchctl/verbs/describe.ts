import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { describeAny } from '../describe/generic'
import { DESCRIBERS } from '../describe/kinds'
import { DescribeWorld } from '../describe/world'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { resourcesOf } from '../resources/select'
import { Objects } from '../resources/server'
import { fromFilesAsked, targetsOf } from '../resources/targets'
import { apiVersionOf, type Resource } from '../core/catalogue'

/** The command `orchctl describe`. */
export const DESCRIBE: Command = {
  name: 'describe',
  short: 'Show details of a specific resource or group of resources',
  section: 'Troubleshooting and Debugging Commands',
  long: 'Shows objects in detail, with what belongs to them, such as events. A name that no object has stands for all whose names begin with it.',
  flags: [
    ...FILE_FLAGS,
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'In all namespaces' },
    { name: 'chunk-size', type: 'int', default: '500', help: 'How many objects to ask for in one request' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels to select by' },
    { name: 'show-events', type: 'bool', default: 'true', help: 'Show the events about the object' },
  ],
  run: describe,
}

async function describe(call: Call): Promise<void> {
  const { session, flags, args } = call
  if (args.length === 0 && !fromFilesAsked(call))
    throw new CommandError(
      `You must specify the type of resource to describe. Use "${PROGRAM} api-resources" for a complete list of supported resources.`,
    )
  const world = new DescribeWorld(session, flags.bool('show-events'), flags.int('chunk-size'))
  const errors: unknown[] = []
  const infos = await targetsOf(call, { selectable: true, typeAlone: true, failed: (error) => errors.push(error) })
  const [error] = errors
  if (errors.length === 1 && args.length === 2 && error instanceof StatusError && error.reason === 'NotFound') {
    const matching = await withPrefix(call)
    if (matching.length > 0) return printAll(call, matching, world, [], '\n')
    // Two words are a type and a name prefix, even if both have the form TYPE/NAME: the objects found are not described.
    throw error
  }
  if (infos.length === 0 && errors.length === 0) {
    const everywhere = flags.bool('all-namespaces')
    session.err(
      everywhere ? 'No resources found' : `No resources found in ${(await session.namespace()).name} namespace.`,
    )
    return
  }
  await printAll(call, infos, world, errors)
}

async function printAll(
  { session }: Call,
  infos: readonly Info[],
  world: DescribeWorld,
  errors: unknown[],
  separator = '\n\n',
): Promise<void> {
  let first = true
  const seen = new Set(errors.map(messageOf))
  for (const { object, resource } of infos)
    try {
      const text = await describeObject(
        { apiVersion: apiVersionOf(resource), kind: resource.kind, ...object },
        resource,
        world,
      )
      session.io.stdout(first ? text : separator + text)
      first = false
    } catch (error) {
      if (!seen.has(messageOf(error))) errors.push(error)
      seen.add(messageOf(error))
    }
  throwAll(errors)
}

/** The description of one object, in the format of its kind. */
export const describeObject = (
  object: ApiObject,
  { group, kind, version }: Resource,
  world: DescribeWorld,
): Promise<string> => {
  // The reference client describes cron jobs of batch/v1 only, which earlier releases don't serve.
  if (group === 'batch' && kind === 'CronJob' && version !== 'v1')
    return Promise.reject(new StatusError(404, 'NotFound', 'the server could not find the requested resource'))
  return (DESCRIBERS[`${group}/${kind}`] ?? describeAny)(object, world)
}

async function withPrefix(call: Call): Promise<Info[]> {
  const { session, args, flags } = call
  const [type = '', prefix = ''] = args
  if (type.includes('/')) return []
  const namespace = flags.bool('all-namespaces') ? '' : (await session.namespace()).name
  const found: Info[] = []
  const discovery = await session.discovery()
  discovery.lookAgain()
  for (const resource of await resourcesOf(session, type))
    for (const object of await new Objects(session).list(resource, namespace))
      if (object.metadata.name?.startsWith(prefix))
        found.push({ resource, namespace: object.metadata.namespace ?? '', name: object.metadata.name, object })
  return found
}
