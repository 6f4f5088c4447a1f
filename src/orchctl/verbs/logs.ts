import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, usageError } from '../core/errors'
import { itemsOf, labelsText, selectorText, specOf, textOf } from '../describe/common'
import { Objects } from '../resources/server'
import { parseLabelSelector } from '../../machinery/label-selector-parser'
import type { ApiObject } from '../../machinery/object'
import type { Query } from '../../client/targets'
import { resourcesOf } from '../resources/select'
import { StatusError } from '../../client/status-error'

/** A time in the format of `--since-time`. */
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** The command `orchctl logs`. */
export const LOGS: Command = {
  name: 'logs',
  short: 'Print the logs for a container in a pod',
  section: 'Troubleshooting and Debugging Commands',
  flags: [
    { name: 'all-containers', type: 'bool', default: 'false', help: 'All containers of the pod' },
    {
      name: 'all-pods',
      type: 'bool',
      default: 'false',
      help: 'All pods of the object; says before each line whose it is',
    },
    { name: 'container', short: 'c', type: 'string', help: 'Container whose output to show' },
    { name: 'follow', short: 'f', type: 'bool', default: 'false', help: 'Go on showing what is printed' },
    { name: 'ignore-errors', type: 'bool', default: 'false', help: 'Go on after an error' },
    {
      name: 'insecure-skip-tls-verify-backend',
      type: 'bool',
      default: 'false',
      help: "Don't check the certificate of the node that has the output",
    },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '20s',
      help: 'How long to wait for a pod of the object',
    },
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
  if ((word === undefined && !selector) || args.length > 2)
    throw usageError(
      path,
      "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
    )
  if (word !== undefined && selector) throw usageError(path, 'only a selector (-l) or a POD name is allowed')
  const since = flags.string('since-time')
  if (since && !TIME.test(since))
    throw new CommandError(`parsing time "${since}" as "2006-01-02T15:04:05Z07:00": cannot parse "${since}" as "2006"`)
  const named = flags.string('container') || container
  if (flags.bool('all-containers') && named)
    throw new CommandError(`--all-containers=true should not be specified with container name ${named}`)
  if (flags.string('container') && container !== undefined)
    throw new CommandError('only one of -c or an inline [CONTAINER] arg is allowed')
  if (flags.changed('since') && since)
    throw new CommandError('at most one of `sinceTime` or `sinceSeconds` may be specified')
  if (flags.duration('since') < 0) throw new CommandError('--since must be greater than 0')
  const pods = await podsOf(call, word, selector).catch(async (error: unknown) => {
    if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
    throw new CommandError(
      `error from server (NotFound): ${error.message} in namespace ${JSON.stringify((await call.session.namespace()).name)}`,
    )
  })
  if (pods.length === 0) call.session.err(`No resources found in ${(await call.session.namespace()).name} namespace.`)
  const several = pods.length > 1 || flags.bool('all-pods')
  for (const pod of pods) for (const name of containersOf(call, pod, named)) await printLog(call, pod, name, several)
}

/** The pods that a word (`POD`, `TYPE/NAME`) or a selector refers to. */
export async function podsOf(
  { session, flags }: Call,
  word: string | undefined,
  selector: string,
): Promise<ApiObject[]> {
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
  if (!text) {
    const type = `*${resource.version}.${resource.kind}`
    throw new CommandError(`cannot get the logs from ${type}: selector for ${type} not implemented`)
  }
  const chosen = parseLabelSelector(text)
  const found = (await objects.list(pods, namespace)).filter(({ metadata }) => chosen.matches(metadata.labels ?? {}))
  if (found.length === 0) throw new CommandError('timed out waiting for the condition')
  if (flags.has('all-pods') && flags.bool('all-pods')) return found
  if (found.length > 1) session.err(`Found ${found.length} pods, using pod/${found[0]?.metadata.name ?? ''}`)
  return found.slice(0, 1)
}

function containersOf({ session, flags }: Call, pod: ApiObject, wanted: string | undefined): (string | undefined)[] {
  const spec = specOf(pod)
  const names = [...itemsOf(spec.initContainers), ...itemsOf(spec.containers)].map(({ name }) => textOf(name))
  if (flags.bool('all-containers')) return names
  if (wanted) {
    if (!names.includes(wanted))
      throw new CommandError(`container ${wanted} is not valid for pod ${pod.metadata.name ?? ''}`)
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
  const before = flags.bool('prefix') || flags.bool('all-pods') ? `[pod/${name}/${container ?? ''}] ` : ''
  const decoder = new TextDecoder()
  if (!response.body) return
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    const text = decoder.decode(part, { stream: true })
    session.io.stdout(before ? text.replace(/^(?=.)/gm, before) : text)
  }
}
