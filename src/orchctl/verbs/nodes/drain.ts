import { StatusError } from '../../../client/status-error'
import { sleep } from '../../../machinery/clock'
import { parseLabelSelector } from '../../../machinery/label-selector-parser'
import type { ApiObject } from '../../../machinery/object'
import type { Call, Command } from '../../core/command'
import { requireResource } from '../../core/discovery'
import { CommandError, PlainError, throwAll } from '../../core/errors'
import { fieldsOf, itemsOf, specOf, textOf } from '../../describe/common'
import { dryRunOf, dryRunSuffix } from '../../print/dry-run'
import type { Info } from '../../resources/manifests'
import { Objects, type Place } from '../../resources/server'
import { waitUntilGone } from '../deletion'
import { NODE_FLAGS, nodesOf, SECTION, setSchedulable } from './cordon'

/** The `drain` command: cordons a node, then evicts or deletes its pods. */
export const DRAIN: Command = {
  name: 'drain',
  short: 'Drain node in preparation for maintenance',
  section: SECTION,
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
    const nodes = await nodesOf(call)
    for (const node of nodes) await setSchedulable(call, node, false)
    await drainAll(call, nodes)
  },
}

/** Drains one node after another; a failure does not stop the others. @throws the errors of all failed nodes */
async function drainAll(call: Call, nodes: readonly Info[]): Promise<void> {
  const { session } = call
  const pending: string[] = []
  const errors: unknown[] = []
  for (const node of nodes) {
    const refused = await drain(call, node)
    if (refused.length === 0) continue
    pending.push(node.name)
    errors.push(new PlainError(refused.map((text) => `cannot delete ${text}`).join('\n')))
  }
  if (pending.length > 0)
    session.err(['There are pending nodes to be drained:', ...pending.map((name) => ` ${name}`)].join('\n'))
  throwAll(errors)
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
  /** Why the pod can't be removed. */
  readonly error?: string
  /** A warning about removing the pod. */
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

/** Drains one node. If pods can't be removed, returns the reasons instead, which are reported. */
async function drain(call: Call, node: Info): Promise<readonly string[]> {
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
    return refused
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
  return []
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
