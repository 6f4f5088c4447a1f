import { StatusError } from '../../client/status-error'
import type { Call } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import { cryptoRandom, randomSuffix } from '../../machinery/random'
import type { JsonObject } from '../../machinery/json'
import { requireResource } from '../core/discovery'
import { Objects, type Place } from '../resources/server'
import { DEBUG_FLAGS } from './process-flags'
import { processCommand } from './processes'

/**
 * The pod or node that a word refers to.
 * @throws CommandError for another kind
 */
async function debugTarget({ session }: Call, word: string): Promise<Place> {
  const [type = '', name] = word.includes('/') ? word.split('/') : ['pods', word]
  const resource = await requireResource(await session.discovery(), type)
  const namespace = resource.namespaced ? (await session.namespace()).name : ''
  const place = { resource, namespace, name: name ?? '' }
  await new Objects(session).get(place)
  if (!['Pod', 'Node'].includes(resource.kind))
    throw new CommandError(
      `${JSON.stringify(`${resource.group}/${resource.version}, Kind=${resource.kind}`)} not supported by debug`,
    )
  return place
}

/**
 * Adds an ephemeral container to a pod.
 * @throws CommandError if the server does not support ephemeral containers
 */
async function addDebugger({ session, flags, args, dashAt }: Call, place: Place): Promise<void> {
  const name = flags.string('container') || `debugger-${randomSuffix(cryptoRandom(globalThis.crypto))}`
  if (!flags.string('container')) session.out(`Defaulting debug container name to ${name}.`)
  const words = dashAt < 0 ? [] : args.slice(dashAt)
  const env = flags.list('env').map((pair) => {
    const [key = '', value = ''] = pair.split(/=([\s\S]*)/)
    return { name: key, value }
  })
  const container: JsonObject = {
    name,
    image: flags.string('image'),
    ...(flags.string('image-pull-policy') && { imagePullPolicy: flags.string('image-pull-policy') }),
    ...(words.length > 0 && { [flags.bool('arguments-only') ? 'args' : 'command']: [...words] }),
    ...(env.length > 0 && { env }),
    ...(flags.bool('stdin') && { stdin: true }),
    ...(flags.bool('tty') && { tty: true }),
    ...(flags.string('target') && { targetContainerName: flags.string('target') }),
    terminationMessagePolicy: 'File',
  }
  const patch = { spec: { ephemeralContainers: [container] } }
  try {
    await new Objects(session).patch(place, 'strategic', patch, { subresource: 'ephemeralcontainers' })
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'NotFound' || error.details?.name) throw error
    throw new CommandError(
      `ephemeral containers are disabled for this cluster (error from server: ${JSON.stringify(error.message)})`,
    )
  }
}

async function debug(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  const [word] = args
  if (!flags.string('image') && !flags.string('copy-to'))
    throw new CommandError('you must specify --image when not using --copy-to.')
  if (word === undefined) throw usageError(path, 'NAME or --filename must be specified')
  if (flags.list('set-image').length > 0 && !flags.string('copy-to'))
    throw new CommandError('--set-image may only be used with --copy-to.')
  if (!flags.changed('profile'))
    session.err(
      '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".',
    )
  const target = await debugTarget(call, word)
  if (target.resource.kind !== 'Pod' || flags.string('copy-to'))
    throw new CommandError('debug is not supported: there are no processes in this cluster')
  await addDebugger(call, target)
}

/** `debug`: adds ephemeral containers; fails if it needs a process. */
export const DEBUG = processCommand(
  'debug',
  'Create debugging sessions for troubleshooting workloads and nodes',
  DEBUG_FLAGS,
  debug,
)
