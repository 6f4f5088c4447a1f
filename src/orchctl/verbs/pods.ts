import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, usageError } from '../core/errors'
import { itemsOf, labelsText, selectorText, specOf, textOf } from '../describe/common'
import { Objects } from '../resources/server'
import { parseLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { Query } from '../../client/client'
import { resourcesOf } from '../resources/select'

export const LOGS: Command = {
  name: 'logs',
  short: 'Show what a container has printed',
  section: 'Troubleshooting and Debugging Commands',
  usage: '(POD | TYPE/NAME) [-c CONTAINER]',
  flags: [
    { name: 'all-containers', type: 'bool', default: 'false', help: 'All containers of the pod' },
    { name: 'container', short: 'c', type: 'string', help: 'Container whose output to show' },
    { name: 'follow', short: 'f', type: 'bool', default: 'false', help: 'Go on showing what is printed' },
    { name: 'ignore-errors', type: 'bool', default: 'false', help: 'Go on after an error' },
    { name: 'limit-bytes', type: 'int', default: '0', help: 'The most bytes to show' },
    { name: 'max-log-requests', type: 'int', default: '5', help: 'How many outputs to follow at once' },
    { name: 'prefix', type: 'bool', default: 'false', help: 'Show the pod and container before each line' },
    { name: 'previous', short: 'p', type: 'bool', default: 'false', help: 'Of the container before its last restart' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels of the pods' },
    { name: 'since', type: 'duration', default: '0s', help: 'Only what is newer than this' },
    { name: 'since-time', type: 'string', help: 'Only what is newer than this time' },
    { name: 'tail', type: 'int', default: '-1', help: 'How many of the last lines to show' },
    { name: 'timestamps', type: 'bool', default: 'false', help: 'Show the time of each line' },
  ],
  run: logs,
}

async function logs(call: Call): Promise<void> {
  const { flags, args, path } = call
  const [word, container] = args
  const selector = flags.string('selector')
  if (word === undefined && !selector)
    throw usageError(
      path,
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
    )
  if (word !== undefined && selector) throw new CommandError('only a selector (-l) or a POD name is allowed')
  const pods = await podsOf(call, word, selector)
  for (const pod of pods)
    for (const name of containersOf(call, pod, flags.string('container') || container))
      await printLog(call, pod, name, pods.length > 1)
}

async function podsOf({ session }: Call, word: string | undefined, selector: string): Promise<ApiObject[]> {
  const objects = new Objects(session)
  const { name: namespace } = await session.namespace()
  const pods = await requireResource(await session.discovery(), 'pods')
  if (word === undefined) return objects.list(pods, namespace, { labelSelector: selector })
  const [type = '', name] = word.split('/')
  if (name === undefined) return [await objects.get({ resource: pods, namespace, name: word })]
  const [resource] = await resourcesOf(session, type)
  if (!resource) return []
  const object = await objects.get({ resource, namespace, name })
  if (resource.kind === 'Pod') return [object]
  const spec = specOf(object)
  const text = ['Service', 'ReplicationController'].includes(resource.kind)
    ? labelsText(spec.selector, '')
    : selectorText(spec.selector, '')
  if (!text) throw new CommandError(`cannot get the logs from ${resource.kind}: no selector`)
  const chosen = parseLabelSelector(text)
  const found = (await objects.list(pods, namespace)).filter(({ metadata }) => chosen.matches(metadata.labels ?? {}))
  if (found.length === 0) throw new CommandError('timed out waiting for the condition')
  if (found.length > 1) session.err(`Found ${found.length} pods, using pod/${found[0]?.metadata.name ?? ''}`)
  return found.slice(0, 1)
}

function containersOf({ session, flags }: Call, pod: ApiObject, wanted: string | undefined): (string | undefined)[] {
  const spec = specOf(pod)
  const names = [...itemsOf(spec.initContainers), ...itemsOf(spec.containers)].map(({ name }) => textOf(name))
  if (flags.bool('all-containers')) return names
  if (wanted) {
    if (!names.includes(wanted))
      throw new CommandError(
        `container ${wanted} is not valid for pod ${pod.metadata.name ?? ''} out of: ${names.join(', ')}`,
      )
    return [wanted]
  }
  const containers = itemsOf(spec.containers).map(({ name }) => textOf(name))
  const preferred = pod.metadata.annotations?.['orchctl.orch.io/default-container']
  if (preferred && names.includes(preferred)) return [preferred]
  const [first] = containers
  if (containers.length > 1)
    session.err(
      `Defaulted container ${JSON.stringify(first)} out of: ${[...containers, ...itemsOf(spec.initContainers).map(({ name }) => `${textOf(name)} (init)`)].join(', ')}`,
    )
  return [first]
}

async function printLog(
  { session, flags }: Call,
  pod: ApiObject,
  container: string | undefined,
  several: boolean,
): Promise<void> {
  const api = await session.api()
  const { name = '', namespace = '' } = pod.metadata
  const tail = flags.int('tail')
  const query: Query = {
    container,
    ...(flags.bool('follow') && { follow: true }),
    ...(flags.bool('previous') && { previous: true }),
    ...(flags.bool('timestamps') && { timestamps: true }),
    ...(flags.int('limit-bytes') > 0 && { limitBytes: flags.int('limit-bytes') }),
    ...(flags.duration('since') > 0 && { sinceSeconds: Math.ceil(flags.duration('since') / 1000) }),
    ...(flags.string('since-time') && { sinceTime: flags.string('since-time') }),
    ...((tail >= 0 || several) && { tailLines: tail >= 0 ? tail : 10 }),
  }
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/log`
  const response = await api.response('GET', path, {
    query,
    accept: '*/*',
    subject: { group: '', resource: 'pods', name },
  })
  const before = flags.bool('prefix') ? `[pod/${name}/${container ?? ''}] ` : ''
  const decoder = new TextDecoder()
  if (!response.body) return
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(part, { stream: true })
    session.io.stdout(before ? text.replace(/^(?=.)/gm, before) : text)
  }
}

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

async function connectTo(call: Call, word: string | undefined, subresource: string, query: Query): Promise<void> {
  const { session, path } = call
  if (word === undefined) throw new CommandError('pod, type/name or --filename must be specified')
  const [pod] = await podsOf(call, word, '')
  if (!pod) throw usageError(path, 'a pod must be named')
  const { name = '', namespace = '' } = pod.metadata
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
  (call) => connectTo(call, call.args[0], 'attach', { stdout: true, stderr: true }),
  DEBUGGING,
)
export const PORT_FORWARD = processCommand(
  'port-forward',
  'Forward a port to a pod (refused: nothing listens there)',
  'TYPE/NAME [LOCAL:]REMOTE',
  (call) => connectTo(call, call.args[0], 'portforward', {}),
  DEBUGGING,
)

const refusal = (name: string, short: string, why: string, section = DEBUGGING): Command => ({
  name,
  short,
  section,
  usage: '',
  run: () => Promise.reject(new CommandError(why)),
})
export const REFUSED: readonly Command[] = [
  refusal(
    'cp',
    'Copy files to and from containers (refused: there are none)',
    'cp is not supported: containers have no files in this cluster',
  ),
  refusal(
    'debug',
    'Debug a container (refused: there are no processes)',
    'debug is not supported: there are no processes in this cluster',
  ),
  refusal('proxy', 'Run a proxy (refused)', 'proxy is not supported: ask the server itself, or use the relay'),
  refusal('plugin', 'Plugins (refused)', 'plugins are not supported', 'Other Commands'),
]
