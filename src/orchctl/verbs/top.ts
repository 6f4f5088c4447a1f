import { byText } from '../../machinery/by-text'
import { isQuantity, parseQuantity, quantityMillis, quantityNumber } from '../../machinery/quantity'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { CommandError } from '../core/errors'
import type { Flag } from '../core/flags'
import { fieldsOf, itemsOf, statusOf, textOf } from '../describe/common'
import { formatRows } from '../print/tabwriter'
import { Objects } from '../resources/server'
import { findResource } from '../core/catalogue'

const FLAGS: readonly Flag[] = [
  { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
  { name: 'selector', short: 'l', type: 'string', help: 'Labels to select by' },
  { name: 'sort-by', type: 'string', help: 'cpu or memory' },
  {
    name: 'use-protocol-buffers',
    type: 'bool',
    default: 'true',
    help: 'No effect; accepted for compatibility',
  },
]

const usageOf = (value: unknown): { cpu: number; memory: number } => {
  const { cpu, memory } = fieldsOf(value)
  return {
    cpu: isQuantity(cpu) ? Number(quantityMillis(parseQuantity(cpu))) : 0,
    memory: isQuantity(memory) ? quantityNumber(parseQuantity(memory)) : 0,
  }
}
const cpuText = (cpu: number): string => `${cpu}m`
const memoryText = (memory: number): string => `${Math.floor(memory / 1_048_576)}Mi`

async function metrics(
  call: Call,
  kind: 'nodes' | 'pods',
  name: string | undefined,
  namespace: string,
): Promise<ApiObject[]> {
  const { session, flags } = call
  const by = flags.string('sort-by')
  if (by !== '' && by !== 'cpu' && by !== 'memory') throw new CommandError('--sort-by accepts only cpu or memory')
  if (name !== undefined && flags.string('selector'))
    throw new CommandError(`only one of NAME or ${kind === 'nodes' ? '--selector' : 'selector'} can be provided`)
  const catalogue = await (await session.discovery()).catalogue()
  const resource =
    findResource(catalogue, `${kind}.metrics.k8s.io`) ?? findResource(catalogue, `${kind}.metrics.orch.io`)
  if (!resource) throw new CommandError('Metrics API not available')
  const objects = new Objects(session)
  if (name) return [await objects.get({ resource, namespace, name })]
  return objects.list(resource, namespace, {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: (flags.has('field-selector') && flags.string('field-selector')) || undefined,
  })
}

function sorted<T extends { cpu: number; memory: number; name: string }>({ flags }: Call, rows: T[]): T[] {
  const by = flags.string('sort-by')
  return rows.sort((a, b) =>
    by === 'cpu' ? b.cpu - a.cpu : by === 'memory' ? b.memory - a.memory : byText(a.name, b.name),
  )
}

const NODE: Command = {
  name: 'node',
  aliases: ['nodes', 'no'],
  short: 'Display resource (CPU/memory) usage of nodes',
  flags: [
    ...FLAGS,
    {
      name: 'show-capacity',
      type: 'bool',
      default: 'false',
      help: 'Compare with the capacity of nodes instead of what pods can use',
    },
  ],
  async run(call) {
    const { session, flags, args } = call
    const found = await metrics(call, 'nodes', args[0], '')
    const nodes = findResource(await (await session.discovery()).catalogue(), 'nodes')
    const all = nodes ? await new Objects(session).list(nodes, '') : []
    const percent = (part: number, whole: number): string =>
      whole > 0 ? `${Math.floor((part / whole) * 100)}%` : '<unknown>'
    const rows = found.map((one) => ({ name: one.metadata.name ?? '', ...usageOf(one.usage) }))
    const texts = sorted(call, rows).map(({ name, cpu, memory }) => {
      const node = all.find(({ metadata }) => metadata.name === name)
      const whole = usageOf(node && fieldsOf(statusOf(node)[flags.bool('show-capacity') ? 'capacity' : 'allocatable']))
      return [name, cpuText(cpu), percent(cpu, whole.cpu), memoryText(memory), percent(memory, whole.memory)]
    })
    const header = ['NAME', 'CPU(cores)', 'CPU(%)', 'MEMORY(bytes)', 'MEMORY(%)']
    session.io.stdout(formatRows(flags.bool('no-headers') ? texts : [header, ...texts]))
  },
}

const POD: Command = {
  name: 'pod',
  aliases: ['pods', 'po'],
  short: 'Display resource (CPU/memory) usage of pods',
  flags: [
    ...FLAGS,
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'Of all namespaces' },
    { name: 'containers', type: 'bool', default: 'false', help: 'Show each container' },
    { name: 'field-selector', type: 'string', help: 'Fields to select by' },
    { name: 'sum', type: 'bool', default: 'false', help: 'Show the sum below' },
  ],
  async run(call) {
    const { session, flags, args } = call
    const everywhere = flags.bool('all-namespaces')
    const found = await metrics(call, 'pods', args[0], everywhere ? '' : (await session.namespace()).name)
    const rows = found.flatMap(({ metadata, containers }) => {
      const parts = itemsOf(containers).map(({ name, usage }) => ({ container: textOf(name), ...usageOf(usage) }))
      const pod = { name: metadata.name ?? '', namespace: metadata.namespace ?? '' }
      if (flags.bool('containers')) return parts.map((part) => ({ ...pod, ...part }))
      return [
        {
          ...pod,
          container: '',
          cpu: parts.reduce((sum, { cpu }) => sum + cpu, 0),
          memory: parts.reduce((sum, { memory }) => sum + memory, 0),
        },
      ]
    })
    const before = (namespace: string): string[] => (everywhere ? [namespace] : [])
    const texts = sorted(call, rows).map(({ name, namespace, container, cpu, memory }) => [
      ...before(namespace),
      ...(flags.bool('containers') ? [name, container] : [name]),
      cpuText(cpu),
      memoryText(memory),
    ])
    const header = [
      ...before('NAMESPACE'),
      ...(flags.bool('containers') ? ['POD', 'NAME'] : ['NAME']),
      'CPU(cores)',
      'MEMORY(bytes)',
    ]
    if (flags.bool('sum')) {
      const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)
      const before = header.slice(2).map(() => '')
      texts.push([...before, '________', '________'])
      texts.push([
        ...before,
        cpuText(sum(rows.map(({ cpu }) => cpu))),
        memoryText(sum(rows.map(({ memory }) => memory))),
      ])
    }
    session.io.stdout(formatRows(flags.bool('no-headers') ? texts : [header, ...texts]))
  },
}

/** The commands below `orchctl top`. */
export const TOP: Command = {
  name: 'top',
  short: 'Display resource (CPU/memory) usage',
  section: 'Cluster Management Commands',
  long: 'Display resource (CPU/memory) usage.\n\n The top command allows you to see the resource consumption for nodes or pods.\n\n This command requires Metrics Server to be correctly configured and working on the server.',
  commands: [NODE, POD],
}
