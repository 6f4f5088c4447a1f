import { StatusError, type Query } from '../../client/client'
import type { Call, Command } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import type { Flag } from '../core/flags'
import { FILE_FLAGS } from '../resources/manifest-files'
import { COPY_FLAGS, DEBUG_FLAGS, PROXY_FLAGS, runningTimeout, TERMINAL_FLAGS } from './process-flags'
import { resolvePath } from '../core/paths'
import { PROGRAM } from '../core/words'
import { cryptoRandom, randomSuffix } from '../../machinery/random'
import type { JsonObject } from '../../machinery/json'
import { requireResource } from '../core/discovery'
import { Objects, type Place } from '../resources/server'
import type { ApiObject } from '../../machinery/object'
import { itemsOf, specOf, statusOf, textOf } from '../describe/common'
import { podsOf } from './logs'

const DEBUGGING = 'Troubleshooting and Debugging Commands'

/** What needs a running process: the request is made, so that the server can refuse it in its own words. */
const processCommand = (
  name: string,
  short: string,
  flags: readonly Flag[],
  run: (call: Call) => Promise<void>,
): Command => ({ name, short, section: DEBUGGING, flags, run })

/** What commands say that were given no pod. */
const MISSING: Readonly<Record<string, string>> = {
  exec: 'pod, type/name or --filename must be specified',
  attach: 'at least 1 argument is required for attach',
}

async function connectTo(
  call: Call,
  word: string | undefined,
  subresource: string,
  query: Query,
  before?: (pod: ApiObject) => void,
): Promise<void> {
  const { session, path } = call
  if (word === undefined) throw new CommandError(MISSING[subresource] ?? '')
  const [pod] = await podsOf(call, word, '')
  if (!pod) throw usageError(path, 'a pod must be named')
  const { name = '', namespace = '' } = pod.metadata
  before?.(pod)
  const api = await session.api()
  await api.response(
    'POST',
    `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/${subresource}`,
    {
      query,
      subject: { group: '', resource: 'pods', name },
    },
  )
  throw new CommandError(`${subresource} is not supported: there are no processes in this cluster`)
}

export const EXEC = processCommand(
  'exec',
  'Execute a command in a container',
  [...TERMINAL_FLAGS, runningTimeout('1m0s'), ...FILE_FLAGS.filter(({ name }) => name === 'filename')],
  async (call) => {
    const { args, dashAt, flags } = call
    const words = dashAt >= 0 ? args.slice(dashAt) : args.slice(1)
    if (args.length > 1 && dashAt < 0)
      throw usageError(call.path, 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead')
    if (args.length > 0 && words.length === 0)
      throw new CommandError('you must specify at least one command for the container')
    const query = { container: flags.string('container') || undefined, command: words[0], stdout: true, stderr: true }
    await connectTo(call, args[0], 'exec', query, () => {
      if (flags.bool('tty') && flags.bool('stdin'))
        call.session.err('Unable to use a TTY - input is not a terminal or the right kind of file')
    })
  },
)
export const ATTACH = processCommand(
  'attach',
  'Attach to a running container',
  [...TERMINAL_FLAGS, runningTimeout('1m0s')],
  (call) =>
    connectTo(call, call.args[0], 'attach', { stdout: true, stderr: true }, (pod) => {
      checkContainer(call, pod)
      if (!call.flags.bool('quiet')) call.session.err("If you don't see a command prompt, try pressing enter.")
    }),
)
/** @throws CommandError for a container that the pod doesn't have; tells of one without a terminal */
function checkContainer({ flags, session }: Call, pod: ApiObject): void {
  const named = flags.string('container')
  const containers = itemsOf(specOf(pod).containers)
  const container = named ? containers.find(({ name }) => name === named) : containers[0]
  const name = textOf(container?.name)
  if (!container)
    throw new CommandError(
      `cannot attach to the container: container ${named} not found in pod ${pod.metadata.name ?? ''}`,
    )
  if (flags.bool('tty') && container.tty !== true)
    session.err(`error: Unable to use a TTY - container ${name} did not allocate one`)
}

export const PORT_FORWARD = processCommand(
  'port-forward',
  'Forward one or more local ports to a pod',
  [{ name: 'address', type: 'list', default: 'localhost', help: 'Addresses to listen at' }, runningTimeout('1m0s')],
  (call) => {
    if (call.args.length < 2)
      return Promise.reject(usageError(call.path, 'TYPE/NAME and list of ports are required for port-forward'))
    return connectTo(call, call.args[0], 'portforward', {}, (pod) => checkPorts(call, pod))
  },
)

/** @throws CommandError for ports that the pod does not name, and for a pod that does not run */
function checkPorts({ args }: Call, pod: ApiObject): void {
  const named = itemsOf(specOf(pod).containers).flatMap(({ ports }) => itemsOf(ports).map(({ name }) => textOf(name)))
  for (const word of args.slice(1)) {
    const port = word.split(':').at(-1) ?? ''
    if (!/^\d*$/.test(port) && !named.includes(port))
      throw new CommandError(`Pod '${pod.metadata.name ?? ''}' does not have a named port '${port}'`)
  }
  const phase = textOf(statusOf(pod).phase)
  if (phase !== 'Running')
    throw new CommandError(`unable to forward port because pod is not running. Current status=${phase}`)
}

/** Names are checked as the known client checks them; what could be copied there is not. */
async function copyFiles(call: Call): Promise<void> {
  const { session, args, flags } = call
  const { io } = session
  const [from, to, ...more] = args
  if (from === undefined || to === undefined || more.length > 0)
    throw new CommandError('source and destination are required')
  const remote = (name: string): boolean => /^[^/.][^:]*:/.test(name)
  if (remote(from) && remote(to)) throw new CommandError('one of src or dest must be a local file specification')
  if (!remote(from) && !remote(to)) throw new CommandError('one of src or dest must be a remote file specification')
  if (!remote(from) && (await io.files.kind(resolvePath(io.cwd, from))) === undefined)
    throw new CommandError(`${from} doesn't exist in local filesystem`)
  // The other end is a program in the container, which the server is asked to run.
  const [place = '', path = ''] = (remote(from) ? from : to).split(/:([\s\S]*)/)
  await connectTo(call, place.split('/').at(-1), 'exec', {
    container: flags.string('container') || undefined,
    command: remote(from) ? `tar cf - ${path}` : `tar xmf - -C ${path}`,
    stdout: true,
    stderr: true,
  })
  throw new CommandError('cp is not supported: containers have no files in this cluster')
}

/** @throws CommandError for what is no pod and no node */
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

/** Adds a container to a pod that runs. @throws CommandError where the server takes none */
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

/** Plugins, of which there are none. */
export const PLUGIN: Command = {
  name: 'plugin',
  short: 'Provides utilities for interacting with plugins',
  section: 'Other Commands',
  commands: [
    {
      name: 'list',
      short: "List all visible plugin executables on a user's PATH",
      flags: [{ name: 'name-only', type: 'bool', default: 'false', help: 'Only the names of plugins, without paths' }],
      run: () => Promise.reject(new CommandError(`unable to find any ${PROGRAM} plugins in your PATH`)),
    },
  ],
}

export const PROXY: Command = {
  name: 'proxy',
  short: 'Run a proxy to the Orch API server',
  section: DEBUGGING,
  flags: PROXY_FLAGS,
  run: () => Promise.reject(new CommandError('proxy is not supported: ask the server itself, or use the relay')),
}
export const CP = processCommand('cp', 'Copy files and directories to and from containers', COPY_FLAGS, copyFiles)
export const DEBUG = processCommand(
  'debug',
  'Create debugging sessions for troubleshooting workloads and nodes',
  DEBUG_FLAGS,
  debug,
)
