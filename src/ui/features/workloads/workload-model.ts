import { parseQuantity, quantityMillis } from '../../../machinery/quantity'
import type { ApiObject } from '../../../machinery/object'
import type { Tone } from '../../components/Verdict'

interface ContainerStatus {
  ready?: boolean
  restartCount?: number
  state?: { waiting?: { reason?: string }; terminated?: { reason?: string } }
}
interface PodShape {
  spec?: { nodeName?: string; containers?: { resources?: { requests?: Record<string, string> } }[] }
  status?: { phase?: string; reason?: string; containerStatuses?: ContainerStatus[]; conditions?: Condition[] }
}
interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
}
interface NodeShape {
  spec?: { unschedulable?: boolean; taints?: { key: string; effect: string }[] }
  status?: { allocatable?: Record<string, string>; conditions?: Condition[] }
}

/** Annotation of a simulated node that is switched off. */
export const UNPLUGGED = 'life.orch.io/unplugged'
/** Annotation of a simulated node that is short of a resource. */
export const PRESSURE = 'life.orch.io/pressure'
/** Shortages to simulate: the annotation's value and its label. */
export const PRESSURES = [
  ['memory', 'Memory pressure'],
  ['disk', 'Disk pressure'],
  ['pid', 'Too many processes'],
] as const
/** Annotation of a node that the simulation runs. */
export const SIMULATED = 'life.orch.io/simulated'
/** Annotation of a pod with the failure to simulate. */
export const FAIL = 'life.orch.io/fail'

/** A pod as the page shows it on its node. */
export interface PodChip {
  readonly uid: string
  readonly namespace: string
  readonly name: string
  /** The status in lists of pods: `Running`, `CrashLoopBackOff`. */
  readonly word: string
  readonly tone: Tone
  /** It has ended for good, or is being deleted: its owner no longer counts it. */
  readonly ended: boolean
}

/** How much of a resource is in use; `text` has both amounts with their unit. */
export interface Amount {
  readonly used: number
  readonly all: number
  readonly text: string
}

/** A node as the page shows it. */
export interface NodeCard {
  readonly name: string
  readonly state: 'Ready' | 'Silent' | 'Not ready'
  readonly cordoned: boolean
  readonly unplugged: boolean
  readonly pressure: readonly string[]
  /** The simulated shortage. */
  readonly short: string | undefined
  readonly cpu: Amount
  readonly memory: Amount
  readonly pods: readonly PodChip[]
}

/** The node that a pod is bound to; empty if it is pending. */
export const nodeNameOf = (pod: ApiObject): string => (pod as PodShape).spec?.nodeName ?? ''

/** A pod's status in one word, as lists of pods show it. */
export function podWord(pod: ApiObject): string {
  const { status = {} } = pod as PodShape
  if (pod.metadata.deletionTimestamp) return 'Terminating'
  const containers = status.containerStatuses ?? []
  const state = containers.map((one) => one.state?.waiting?.reason ?? one.state?.terminated?.reason).find(Boolean)
  return status.reason ?? state ?? status.phase ?? 'Pending'
}

const isReady = (pod: ApiObject): boolean =>
  ((pod as PodShape).status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

function podTone(pod: ApiObject): Tone {
  const word = podWord(pod)
  if (word === 'Terminating') return 'none'
  if (word === 'Succeeded' || word === 'Completed') return 'none'
  if (word === 'Running') return isReady(pod) ? 'allowed' : 'changed'
  return ['Pending', 'ContainerCreating', 'PodInitializing'].includes(word) ? 'waiting' : 'refused'
}

/** A pod as the page shows it. */
export const chipOf = (pod: ApiObject): PodChip => ({
  uid: pod.metadata.uid ?? '',
  namespace: pod.metadata.namespace ?? '',
  name: pod.metadata.name ?? '',
  word: podWord(pod) === 'Running' && !isReady(pod) ? 'Running, not ready' : podWord(pod),
  tone: podTone(pod),
  ended:
    pod.metadata.deletionTimestamp !== undefined ||
    ['Succeeded', 'Failed'].includes((pod as PodShape).status?.phase ?? ''),
})

const millis = (quantity: string | undefined): number => Number(quantityMillis(parseQuantity(quantity ?? '0')))
const GIB = 1024 ** 3 * 1000

function amountOf(resource: 'cpu' | 'memory', node: ApiObject, pods: readonly ApiObject[]): Amount {
  const all = millis((node as NodeShape).status?.allocatable?.[resource])
  const requests = pods.flatMap((pod) => (pod as PodShape).spec?.containers ?? [])
  const used = requests.reduce((sum, { resources }) => sum + millis(resources?.requests?.[resource]), 0)
  const show = (value: number) =>
    resource === 'cpu' ? String(Math.round(value / 10) / 100) : `${Math.round((value / GIB) * 10) / 10} GiB`
  return { used, all, text: `${show(used)} of ${show(all)}` }
}

const byName = (a: { name: string }, b: { name: string }): number =>
  a.name.localeCompare(b.name, 'en', { numeric: true })

/** The nodes with their pods, by name, and the pods without a node. */
export function nodeCards(
  nodes: readonly ApiObject[],
  pods: readonly ApiObject[],
): { readonly cards: readonly NodeCard[]; readonly waiting: readonly PodChip[] } {
  const here = new Map<string, ApiObject[]>()
  for (const pod of pods) {
    const list = here.get(nodeNameOf(pod)) ?? []
    list.push(pod)
    here.set(nodeNameOf(pod), list)
  }
  const cards = nodes.map((node): NodeCard => {
    const { spec = {}, status = {} } = node as NodeShape
    const name = node.metadata.name ?? ''
    const mine = here.get(name) ?? []
    const counted = mine.filter((pod) => !['Succeeded', 'Failed'].includes((pod as PodShape).status?.phase ?? ''))
    const ready = status.conditions?.find(({ type }) => type === 'Ready')?.status
    return {
      name,
      state: ready === 'True' ? 'Ready' : ready === 'Unknown' ? 'Silent' : 'Not ready',
      cordoned: spec.unschedulable === true,
      unplugged: node.metadata.annotations?.[UNPLUGGED] !== undefined,
      pressure: (status.conditions ?? [])
        .filter(({ type, status: value }) => type.endsWith('Pressure') && value === 'True')
        .map(({ type }) => type),
      short: node.metadata.annotations?.[PRESSURE],
      cpu: amountOf('cpu', node, counted),
      memory: amountOf('memory', node, counted),
      pods: mine.map(chipOf).sort(byName),
    }
  })
  return { cards: cards.sort(byName), waiting: (here.get('') ?? []).map(chipOf).sort(byName) }
}

/** The lowest free name of the form `node-4`. */
export function nextNodeName(names: readonly string[]): string {
  for (let number = 1; ; number++) if (!names.includes(`node-${number}`)) return `node-${number}`
}
