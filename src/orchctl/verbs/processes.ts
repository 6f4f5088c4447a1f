import type { Query } from '../../client/client'
import type { Call, Command } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import type { Flag } from '../core/flags'
import { resolvePath } from '../core/paths'
import { PROGRAM } from '../core/words'
import type { ApiObject } from '../../machinery/object'
import { itemsOf, specOf, statusOf, textOf } from '../describe/common'
import { podsOf } from './logs'

/** What needs a running process: the request is made, so that the server can refuse it in its own words. */
const processCommand = (
  name: string,
  short: string,
  usage: string,
  run: (call: Call) => Promise<void>,
  section: string,
): Command => ({
  name,
  short,
  section,
  usage,
  flags: [
    { name: 'container', short: 'c', type: 'string', help: 'Container that is meant' },
    { name: 'stdin', short: 'i', type: 'bool', default: 'false', help: 'Hand on standard input' },
    { name: 'tty', short: 't', type: 'bool', default: 'false', help: 'Use a terminal' },
    { name: 'quiet', short: 'q', type: 'bool', default: 'false', help: 'Say less' },
    { name: 'address', type: 'list', help: 'Addresses to listen at' },
    { name: 'no-preserve', type: 'bool', default: 'false', help: 'Leave out owners and modes' },
  ],
  run,
})

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

const DEBUGGING = 'Troubleshooting and Debugging Commands'

export const EXEC = processCommand(
  'exec',
  'Run a command in a container (refused: there are no processes)',
  '(POD | TYPE/NAME) [-c CONTAINER] -- COMMAND [ARG...]',
  async (call) => {
    const { args, dashAt, flags } = call
    const words = dashAt >= 0 ? args.slice(dashAt) : args.slice(1)
    if (args.length > 1 && dashAt < 0)
      throw usageError(call.path, 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead')
    if (args.length > 0 && words.length === 0)
      throw new CommandError('you must specify at least one command for the container')
    await connectTo(call, args[0], 'exec', {
      container: flags.string('container') || undefined,
      command: words[0],
      stdout: true,
      stderr: true,
    })
  },
  DEBUGGING,
)
export const ATTACH = processCommand(
  'attach',
  'Attach to a process (refused: there are none)',
  '(POD | TYPE/NAME) [-c CONTAINER]',
  (call) =>
    connectTo(call, call.args[0], 'attach', { stdout: true, stderr: true }, () => {
      if (!call.flags.bool('quiet')) call.session.err("If you don't see a command prompt, try pressing enter.")
    }),
  DEBUGGING,
)
export const PORT_FORWARD = processCommand(
  'port-forward',
  'Forward a port to a pod (refused: nothing listens there)',
  'TYPE/NAME [LOCAL:]REMOTE',
  (call) => {
    if (call.args.length < 2)
      return Promise.reject(usageError(call.path, 'TYPE/NAME and list of ports are required for port-forward'))
    return connectTo(call, call.args[0], 'portforward', {}, (pod) => checkPorts(call, pod))
  },
  DEBUGGING,
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

const DEBUG_FLAGS: readonly Flag[] = [
  { name: 'attach', type: 'bool', default: 'false', help: 'Attach to the new container' },
  { name: 'container', short: 'c', type: 'string', help: 'Name of the new container' },
  { name: 'copy-to', type: 'string', help: 'Make a copy of the pod with this name' },
  { name: 'env', type: 'strings', help: 'Variable of the new container, as KEY=VALUE' },
  { name: 'image', type: 'string', help: 'Image of the new container' },
  { name: 'image-pull-policy', type: 'string', help: 'When the image is pulled' },
  { name: 'profile', type: 'string', default: 'legacy', help: 'What the new container may do' },
  { name: 'quiet', short: 'q', type: 'bool', default: 'false', help: 'Say less' },
  { name: 'stdin', short: 'i', type: 'bool', default: 'false', help: 'Hand on standard input' },
  { name: 'target', type: 'string', help: 'Container whose processes are seen' },
  { name: 'tty', short: 't', type: 'bool', default: 'false', help: 'Use a terminal' },
]

async function debug(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  const [word] = args
  if (!flags.string('image') && !flags.string('copy-to'))
    throw new CommandError('you must specify --image when not using --copy-to.')
  if (word === undefined) throw usageError(path, 'NAME or --filename must be specified')
  if (!flags.changed('profile'))
    session.err(
      '--profile=legacy is deprecated and will be removed in the future. It is recommended to explicitly specify a profile, for example "--profile=general".',
    )
  await podsOf(call, word, '')
  throw new CommandError('debug is not supported: there are no processes in this cluster')
}

const refusal = (name: string, short: string, why: string, section = DEBUGGING): Command => ({
  name,
  short,
  section,
  usage: '',
  run: () => Promise.reject(new CommandError(why)),
})
export const REFUSED: readonly Command[] = [
  processCommand('cp', 'Copy files to and from containers (refused: there are none)', 'FROM TO', copyFiles, DEBUGGING),
  {
    name: 'debug',
    short: 'Debug a container (refused: there are no processes)',
    section: DEBUGGING,
    usage: '(POD | TYPE/NAME) --image=IMAGE',
    flags: DEBUG_FLAGS,
    run: debug,
  },
  refusal('proxy', 'Run a proxy (refused)', 'proxy is not supported: ask the server itself, or use the relay'),
  refusal('plugin', 'Plugins (there are none)', `unable to find any ${PROGRAM} plugins in your PATH`, 'Other Commands'),
]
