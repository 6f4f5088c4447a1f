import { StatusError } from '../../client/client'
import { sleep } from '../../machinery/clock'
import { parseLabelSelector } from '../../machinery/labels'
import { labelKey } from '../../machinery/names'
import { isObject, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, PlainError, throwAll, usageError } from '../core/errors'
import type { Flag } from '../core/flags'
import { managerOf, PROGRAM } from '../core/words'
import { fieldsOf, itemsOf, specOf, textOf } from '../describe/common'
import { DRY_RUN_FLAG, dryRunOf, dryRunSuffix, PRINT_FLAGS, Reporter } from '../print/printer'
import type { Info } from '../resources/manifests'
import { Objects, type Place } from '../resources/server'
import { TARGET_FLAGS, targetsOf } from '../resources/targets'
import { waitUntilGone } from './delete'

const SECTION = 'Cluster Management Commands'
const NODE_FLAGS: readonly Flag[] = [
  DRY_RUN_FLAG,
  { name: 'selector', short: 'l', type: 'string', help: 'Labels of the nodes' },
]

async function nodesOf(call: Call): Promise<Info[]> {
  const { args, flags, path } = call
  if (args.length === 0 && !flags.string('selector'))
    throw usageError(path, `USAGE: ${path.split(' ').at(-1) ?? ''} NODE [flags]`)
  if (args.length > 0 && flags.string('selector'))
    throw usageError(path, 'error: cannot specify both a node name and a --selector option')
  const errors: unknown[] = []
  const infos = await targetsOf(call, {
    args: ['nodes', ...args.map((name) => name.replace(/^nodes?\//, ''))],
    selectable: true,
    failed: (error) => errors.push(error),
  })
  throwAll(errors)
  return infos
}

async function setSchedulable(call: Call, node: Info, schedulable: boolean): Promise<void> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const now = specOf(node.object).unschedulable !== true
  const word = schedulable ? 'uncordoned' : 'cordoned'
  if (now === schedulable) return session.out(`node/${node.name} already ${word}${dryRunSuffix(dryRun)}`)
  if (dryRun !== 'client')
    await new Objects(session).patch(
      node,
      'strategic',
      { spec: { unschedulable: schedulable ? null : true } },
      { dryRun, fieldManager: managerOf(schedulable ? 'uncordon' : 'cordon') },
    )
  session.out(`node/${node.name} ${word}${dryRunSuffix(dryRun)}`)
}

const cordonCommand = (name: 'cordon' | 'uncordon', short: string): Command => ({
  name,
  short,
  section: SECTION,
  usage: 'NODE',
  flags: NODE_FLAGS,
  async run(call) {
    for (const node of await nodesOf(call)) await setSchedulable(call, node, name === 'uncordon')
  },
})
export const CORDON = cordonCommand('cordon', 'Let no new pods onto a node')
export const UNCORDON = cordonCommand('uncordon', 'Let pods onto a node again')

export const DRAIN: Command = {
  name: 'drain',
  short: 'Move the pods of a node away',
  section: SECTION,
  usage: 'NODE',
  flags: [
    ...NODE_FLAGS,
    { name: 'chunk-size', type: 'int', default: '500', help: 'How many objects to ask for in one request' },
    { name: 'delete-emptydir-data', type: 'bool', default: 'false', help: 'Also pods that keep data in an emptyDir' },
    { name: 'disable-eviction', type: 'bool', default: 'false', help: 'Delete pods instead of evicting them' },
    { name: 'force', type: 'bool', default: 'false', help: 'Also pods that no controller would replace' },
    { name: 'grace-period', type: 'int', default: '-1', help: 'Seconds for a graceful end' },
    { name: 'ignore-daemonsets', type: 'bool', default: 'false', help: 'Leave the pods of daemon sets where they are' },
    { name: 'pod-selector', type: 'string', help: 'Only pods with these labels' },
    {
      name: 'skip-wait-for-delete-timeout',
      type: 'int',
      default: '0',
      help: 'Do not wait for pods whose deletion began so many seconds ago',
    },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long to wait; 0 has no end' },
  ],
  async run(call) {
    checkPodSelector(call.flags.string('pod-selector'))
    for (const node of await nodesOf(call)) {
      await setSchedulable(call, node, false)
      await drain(call, node)
    }
  },
}

function checkPodSelector(text: string): void {
  try {
    parseLabelSelector(text)
  } catch {
    throw new CommandError('--pod-selector=<pod_selector> must be a valid label selector')
  }
}

interface Verdict {
  readonly pod: ApiObject
  /** Why the pod can't go. */
  readonly error?: string
  /** What the person should know although it goes. */
  readonly warning?: string
  readonly stays?: boolean
}

function verdictOf({ flags }: Call, pod: ApiObject): Verdict {
  const finished = ['Succeeded', 'Failed'].includes(textOf(fieldsOf(pod.status).phase))
  const owner = pod.metadata.ownerReferences?.find(({ controller }) => controller)
  if (pod.metadata.annotations?.['orch.io/config.mirror']) return { pod, stays: true }
  if (owner?.kind === 'DaemonSet' && !finished)
    return flags.bool('ignore-daemonsets')
      ? { pod, stays: true, warning: 'ignoring DaemonSet-managed Pods' }
      : { pod, error: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' }
  const local = itemsOf(specOf(pod).volumes).some((volume) => volume.emptyDir !== undefined)
  if (local && !finished && !flags.bool('delete-emptydir-data'))
    return { pod, error: 'Pods with local storage (use --delete-emptydir-data to override)' }
  if (!owner && !finished)
    return flags.bool('force')
      ? { pod, warning: 'deleting Pods that declare no controller' }
      : { pod, error: 'cannot delete Pods that declare no controller (use --force to override)' }
  return { pod }
}

async function drain(call: Call, node: Info): Promise<void> {
  const { session, flags } = call
  const objects = new Objects(session)
  const resource = await requireResource(await session.discovery(), 'pods')
  const pods = await objects.list(resource, '', {
    fieldSelector: `spec.nodeName=${node.name}`,
    labelSelector: flags.string('pod-selector') || undefined,
  })
  const verdicts = pods.map((pod) => verdictOf(call, pod))
  const grouped = (field: 'error' | 'warning'): string[] => {
    const found = new Map<string, string[]>()
    for (const verdict of verdicts) {
      const text = verdict[field]
      if (text)
        found.set(text, [
          ...(found.get(text) ?? []),
          `${verdict.pod.metadata.namespace ?? ''}/${verdict.pod.metadata.name ?? ''}`,
        ])
    }
    return [...found].map(([text, names]) => `${text}: ${names.join(', ')}`)
  }
  const refused = grouped('error')
  if (refused.length > 0) {
    session.err(
      `error: unable to drain node ${JSON.stringify(node.name)} due to error: ${refused.length > 1 ? `[${refused.map((text) => `cannot delete ${text}`).join(', ')}]` : `cannot delete ${refused[0] ?? ''}`}, continuing command...`,
    )
    session.err('There are pending nodes to be drained:')
    session.err(` ${node.name}`)
    throw new PlainError(refused.map((text) => `cannot delete ${text}`).join('\n'))
  }
  const warnings = grouped('warning')
  if (warnings.length > 0) session.err(`Warning: ${warnings.join('; ')}`)
  const gone: { place: Place; uid: string }[] = []
  for (const { pod, stays } of verdicts) {
    if (stays) continue
    const place = { resource, namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' }
    await evict(call, place)
    gone.push({ place, uid: pod.metadata.uid ?? '' })
  }
  if (dryRunOf(session, flags) === 'none') {
    await waitUntilGone(call, gone, flags)
    for (const { place } of gone)
      session.out(`pod/${place.name} ${flags.bool('disable-eviction') ? 'deleted' : 'evicted'}`)
  }
  session.out(`node/${node.name} drained${dryRunSuffix(dryRunOf(session, flags))}`)
}

async function evict(call: Call, place: Place): Promise<void> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const direct = flags.bool('disable-eviction')
  session.out(
    `${direct && dryRun !== 'client' ? 'deleting' : 'evicting'} pod ${place.namespace}/${place.name}${dryRunSuffix(dryRun)}`,
  )
  if (dryRun === 'client') return
  const seconds = flags.int('grace-period')
  const options = {
    ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
    ...(dryRun === 'server' && { dryRun: ['All'] }),
  }
  if (direct) {
    await new Objects(session).delete(place, { kind: 'DeleteOptions', apiVersion: 'v1', ...options })
    return
  }
  const api = await session.api()
  const { groups } = await (await session.discovery()).catalogue()
  const version = groups.find(({ name }) => name === 'policy')?.versions.includes('v1') ? 'policy/v1' : 'policy/v1beta1'
  const { clock, signal } = session.io
  for (;;)
    try {
      await api.response('POST', `/api/v1/namespaces/${place.namespace}/pods/${place.name}/eviction`, {
        body: {
          apiVersion: version,
          kind: 'Eviction',
          metadata: { name: place.name, namespace: place.namespace },
          deleteOptions: options,
        },
        subject: { group: '', resource: 'pods', name: place.name },
      })
      return
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'NotFound') return
      if (!(error instanceof StatusError) || error.code !== 429) throw error
      session.err(
        `error when evicting pods/${JSON.stringify(place.name)} -n ${JSON.stringify(place.namespace)} (will retry after 5s): ${error.message}`,
      )
      await sleep(clock, 5000, signal)
    }
}

export const TAINT: Command = {
  name: 'taint',
  short: 'Set or remove taints of nodes',
  section: SECTION,
  usage: 'NODE NAME KEY=VALUE:EFFECT ... KEY:EFFECT- ...',
  examples: [`${PROGRAM} taint nodes node1 dedicated=web:NoSchedule`, `${PROGRAM} taint nodes node1 dedicated-`],
  flags: [
    ...PRINT_FLAGS,
    ...TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector'),
    DRY_RUN_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('taint'),
      help: 'Name under which the fields are owned',
    },
    { name: 'overwrite', type: 'bool', default: 'false', help: 'Replace values that are there' },
  ],
  run: taint,
}

interface Taint {
  readonly key: string
  readonly value?: string
  readonly effect: string
}

const isTaint = (word: string): boolean => word.includes(':') || word.includes('=') || word.endsWith('-')

function parseTaints(words: readonly string[], path: string): { add: Taint[]; remove: Taint[] } {
  const add: Taint[] = []
  const remove: Taint[] = []
  const plain = words.find((word) => !isTaint(word))
  if (plain !== undefined) throw new CommandError(`all resources must be specified before taint changes: ${plain}`)
  for (const word of words) {
    const [, key = '', value, effect = '', minus] = /^([^=:]+?)(?:=([^:]*))?(?::([A-Za-z]+))?(-)?$/.exec(word) ?? []
    if (!key) throw usageError(path, `invalid taint spec: ${word}`)
    if (effect && !['NoSchedule', 'PreferNoSchedule', 'NoExecute'].includes(effect))
      throw usageError(path, `invalid taint effect: ${effect}, unsupported taint effect`)
    if (minus) remove.push({ key, effect })
    else if (effect) {
      if (add.some((one) => one.key === key && one.effect === effect))
        throw usageError(
          path,
          `duplicated taints with the same key and effect: {${key} ${value ?? ''} ${effect} <nil>}`,
        )
      add.push({ key, effect, ...(value && { value }) })
    } else
      throw usageError(
        path,
        `invalid taint spec: ${word}${labelKey(word)[0] === undefined ? '' : `, ${labelKey(word)[0] ?? ''}`}`,
      )
  }
  const both = add.filter((one) =>
    remove.some(({ key, effect }) => key === one.key && (effect === '' || effect === one.effect)),
  )
  if (both.length > 0)
    throw new CommandError(
      `can not both modify and remove the following taint(s) in the same command: ${both.map(({ key }) => `${key}=`).join(', ')}`,
    )
  return { add, remove }
}

async function taint(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  const [type, ...rest] = args
  const first = rest.findIndex(isTaint)
  const names = first < 0 ? rest : rest.slice(0, first)
  if (type !== undefined && names.length > 0 && !['node', 'nodes', 'no'].includes(type.toLowerCase()))
    throw new CommandError(`invalid resource type ${type}, only node types are supported`)
  if (type !== undefined && first < 0 && names.length === 0)
    throw new CommandError('at least one taint update is required')
  if (type === undefined || (names.length === 0 && !flags.bool('all') && !flags.string('selector')))
    throw new CommandError('one or more resources must be specified as <resource> <name>')
  if (first < 0) throw new CommandError('at least one taint update is required')
  const { add, remove } = parseTaints(rest.slice(first), path)
  const reporter = await Reporter.of(session, flags, true)
  const errors: unknown[] = []
  for (const info of await targetsOf(call, {
    args: [type, ...names],
    selectable: true,
    failed: (error) => errors.push(error),
  }))
    try {
      const mixed = (add.length > 0 && remove.length > 0) || replaces(info, add)
      reporter.report(
        await taintOne(call, info, add, remove),
        mixed ? 'modified' : add.length > 0 ? 'tainted' : 'untainted',
      )
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

/** Whether a node has one of the taints with another value. */
const replaces = ({ object }: Info, add: readonly Taint[]): boolean =>
  itemsOf(specOf(object).taints).some((there) =>
    add.some(({ key, effect, value }) => there.key === key && there.effect === effect && there.value !== value),
  )

async function taintOne(call: Call, info: Info, add: readonly Taint[], remove: readonly Taint[]): Promise<ApiObject> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const there = itemsOf(specOf(info.object).taints) as unknown as Taint[]
  const same = (a: Taint, b: Taint): boolean => a.key === b.key && (a.effect === b.effect || b.effect === '')
  for (const one of remove)
    if (!there.some((other) => same(other, one)))
      throw new CommandError(`taint ${JSON.stringify(one.effect ? `${one.key}:${one.effect}` : one.key)} not found`)
  const taken = add.filter((one) => there.some((other) => same(other, one)))
  if (taken.length > 0 && !flags.bool('overwrite'))
    throw new CommandError(
      `node ${info.name} already has ${taken.map(({ key }) => key).join(',')} taint(s) with same effect(s) and --overwrite is false`,
    )
  const left = there.filter((other) => ![...remove, ...add].some((one) => same(other, one)))
  const spec = isObject(info.object.spec) ? info.object.spec : {}
  const taints = [...add, ...left] as unknown as JsonObject[]
  if (dryRun === 'client') return { ...info.object, spec: { ...spec, taints } }
  const patch = [{ op: there.length > 0 ? 'replace' : 'add', path: '/spec/taints', value: taints }]
  return new Objects(session).patch(info, 'json', patch, { dryRun, fieldManager: flags.string('field-manager') })
}
