import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import { apiVersionOf } from '../core/catalogue'
import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError } from '../core/errors'
import { resolvePath } from '../core/paths'
import { SYSTEM_NAMESPACE } from '../core/words'
import { itemsOf, specOf, textOf } from '../describe/common'
import { PRINT_FLAGS, printerOf } from '../print/printer'
import { asTyped } from '../print/typed'
import { Objects } from '../resources/server'

/** The command `orchctl cluster-info dump`. */
export const DUMP: Command = {
  name: 'dump',
  short: 'Dump relevant information for debugging and diagnosis',
  flags: [
    {
      name: 'all-namespaces',
      short: 'A',
      type: 'bool',
      default: 'false',
      help: 'Dump the objects of all namespaces',
    },
    { name: 'namespaces', type: 'list', help: 'Namespaces to dump' },
    ...PRINT_FLAGS.map((flag) => (flag.name === 'output' ? { ...flag, default: 'json' } : flag)),
    { name: 'output-directory', type: 'string', help: 'Directory to write files into instead of printing' },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '20s',
      help: 'How long to wait for a pod to run before its output is asked for',
    },
  ],
  run: dump,
}

/** The resources dumped for each namespace, with their file names. */
const DUMPED = [
  ['events', 'events'],
  ['replicationcontrollers', 'replication-controllers'],
  ['services', 'services'],
  ['daemonsets.apps', 'daemonsets'],
  ['deployments.apps', 'deployments'],
  ['replicasets.apps', 'replicasets'],
  ['pods', 'pods'],
] as const

async function dump(call: Call): Promise<void> {
  const { session, flags } = call
  const printer = await printerOf(session, flags)
  if (!printer || flags.string('output') === 'name')
    throw new CommandError('list types are not supported by name printing: *v1.NodeList')
  const directory = flags.string('output-directory')
  const target = new Target(call, directory === '-' ? '' : directory)
  const extension = { json: '.json', yaml: '.yaml' }[flags.string('output')] ?? '.txt'
  let printed = 0
  const dumpList = async (word: string, namespace: string, file: string): Promise<readonly ApiObject[]> => {
    const list = await wholeList(call, word, namespace)
    await target.write(`${file}${extension}`, printer.print(list, printed++))
    return (list.items ?? []) as readonly ApiObject[]
  }
  await dumpList('nodes', '', 'nodes')
  for (const namespace of await namespacesOf(call)) {
    let pods: readonly ApiObject[] = []
    for (const [word, file] of DUMPED) pods = await dumpList(word, namespace, `${namespace}/${file}`)
    for (const pod of pods)
      await target.write(`${namespace}/${pod.metadata.name ?? ''}/logs.txt`, await logsOf(call, pod))
  }
  if (directory && directory !== '-') session.out(`Cluster info dumped to ${directory}`)
}

/** Output to files below a directory, or to standard output by default. */
class Target {
  constructor(
    private readonly call: Call,
    private readonly directory: string,
  ) {}

  async write(file: string, text: string): Promise<void> {
    const { io } = this.call.session
    if (!this.directory) return io.stdout(text)
    await this.requireDirectory()
    await io.files.write(resolvePath(io.cwd, `${this.directory}/${file}`), text)
  }

  /** @throws CommandError if a file has the place of the directory */
  private async requireDirectory(): Promise<void> {
    const { files, cwd } = this.call.session.io
    const parts = this.directory.split('/')
    for (let count = 1; count <= parts.length; count++) {
      const path = parts.slice(0, count).join('/')
      if (path && (await files.kind(resolvePath(cwd, path))) === 'file')
        throw new CommandError(`mkdir ${path}: not a directory`)
    }
  }
}

/** A whole collection as one list; the reference client prints an empty one as `null`. */
async function wholeList({ session }: Call, word: string, namespace: string): Promise<ApiObject> {
  const resource = await requireResource(await session.discovery(), word)
  const items: ApiObject[] = []
  let resourceVersion = ''
  for await (const page of new Objects(session).pages(resource, namespace, { query: {}, limit: 0 })) {
    resourceVersion = page.metadata.resourceVersion ?? ''
    items.push(...page.items)
  }
  const list = {
    kind: `${resource.kind}List`,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion },
    items: items.length > 0 ? items : null,
  }
  return asTyped(list)
}

async function namespacesOf({ session, flags }: Call): Promise<readonly string[]> {
  const named = flags.list('namespaces')
  if (!flags.bool('all-namespaces')) return named.length > 0 ? named : [SYSTEM_NAMESPACE, 'default']
  const namespaces = await requireResource(await session.discovery(), 'namespaces')
  return (await new Objects(session).list(namespaces, '')).map(({ metadata }) => metadata.name ?? '')
}

/** The logs of a pod's containers, each between two lines with the container's name. */
async function logsOf({ session }: Call, pod: ApiObject): Promise<string> {
  const api = await session.api()
  const { name = '', namespace = '' } = pod.metadata
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/log`
  const spec = specOf(pod)
  const parts: string[] = []
  for (const container of [...itemsOf(spec.initContainers), ...itemsOf(spec.containers)].map((one) =>
    textOf(one.name),
  )) {
    const whose = `logs for container ${container} of pod ${namespace}/${name} ====\n`
    const options = { query: { container }, accept: '*/*', subject: { group: '', resource: 'pods', name } }
    try {
      const response = await api.response('GET', path, options)
      parts.push(`==== START ${whose}`, await response.text(), `==== END ${whose}`)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      parts.push(`==== START ${whose}`, `Request log error: ${error.message}\n`, `==== END ${whose}`)
    }
  }
  return parts.join('')
}
