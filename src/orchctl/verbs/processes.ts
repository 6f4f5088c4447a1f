import type { Query } from '../../client/targets'
import type { Call, Command } from '../core/command'
import { CommandError, usageError } from '../core/errors'
import type { Flag } from '../core/flags'
import { FILE_FLAGS } from '../resources/manifest-files'
import { PROGRAM } from '../core/words'
import type { ApiObject } from '../../machinery/object'
import { itemsOf, specOf, textOf } from '../describe/common'
import { PROXY_FLAGS, runningTimeout, TERMINAL_FLAGS } from './process-flags'
import { podsOf } from './logs'

const DEBUGGING = 'Troubleshooting and Debugging Commands'

/** A command that needs a running process. It sends its request, so that the server itself refuses it. */
export const processCommand = (
  name: string,
  short: string,
  flags: readonly Flag[],
  run: (call: Call) => Promise<void>,
): Command => ({ name, short, section: DEBUGGING, flags, run })

/** The errors if no pod is named. */
const MISSING: Readonly<Record<string, string>> = {
  exec: 'pod, type/name or --filename must be specified',
  attach: 'at least 1 argument is required for attach',
}

/**
 * Requests a connection to a pod; `before` checks the pod first.
 * @throws CommandError always: the server refuses, and even otherwise there would be no process
 */
export async function connectTo(
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

/** The command `orchctl exec`. It always fails, because no container runs. */
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
/** The command `orchctl attach`. It always fails, because no container runs. */
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
/** @throws CommandError for a container that the pod doesn't have; warns if it has no terminal */
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

/** Plugins are not supported. */
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

/** `proxy`: refused. */
export const PROXY: Command = {
  name: 'proxy',
  short: 'Run a proxy to the Orch API server',
  section: DEBUGGING,
  flags: PROXY_FLAGS,
  run: () => Promise.reject(new CommandError('proxy is not supported: ask the server itself, or use the relay')),
}
