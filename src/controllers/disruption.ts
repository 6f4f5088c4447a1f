import { least } from '../machinery/lists'
import { behaves } from '../api/releases/ledger'
import type * as core from 'kt126/core/v1'
import type * as policy from 'kt126/policy/v1'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { hasVersion } from '../api/releases/resources'
import { isStatus, StatusError, type Target } from '../client/client'
import { timestamp } from '../machinery/clock'
import { clone, equal } from '../machinery/json'
import { compileLabelSelector, type LabelSelectorObject } from '../machinery/labels'
import type { ApiObject, OwnerReference } from '../machinery/object'
import { type RequeueAfter, keyOf, splitKey } from './controller'
import { runNamed } from './kit'
import type { ControllerDeps, ControllerRow } from './controllers'

const NAME = 'disruption'
const PODS: Target = { group: '', version: 'v1', resource: 'pods' }
/** An eviction whose pod is still there after so long has failed. */
const DELETION_TIMEOUT_MS = 2 * 60_000
/** Changes of these change how many pods there should be. */
const SCALED = new Set(['replicasets', 'deployments', 'statefulsets', 'replicationcontrollers'])

type Budget = Draft<policy.PodDisruptionBudget>
type Status = Draft<policy.PodDisruptionBudgetStatus>

/** The budgets' status can't be told: the reason goes into its condition. */
class SyncError extends Error {}

/** Keeps the status of disruption budgets, by which evictions are judged (resource API, "Eviction"). */
export const disruption: ControllerRow = {
  name: NAME,
  defaultOn: true,
  account: 'disruption-controller',
  needs: ['v1/pods', 'policy/*/poddisruptionbudgets'],
  start(deps) {
    if (!deps.feature('PodDisruptionBudget')) return Promise.resolve()
    const budgets: Target = {
      group: 'policy',
      version: hasVersion('policy', 'poddisruptionbudgets', 'v1', deps.release) ? 'v1' : 'v1beta1',
      resource: 'poddisruptionbudgets',
    }
    return runNamed(deps, NAME, {
      watches: [
        { target: budgets, keys: (budget) => [keyOf(budget)] },
        { target: PODS, keys: ({ metadata }, [all]) => (all?.list(metadata.namespace) ?? []).map(keyOf) },
      ],
      triggers: (add, [all]) =>
        deps.feed.subscribe((_, { target, metadata }) => {
          if (SCALED.has(target.resource)) for (const budget of all?.list(metadata.namespace) ?? []) add(keyOf(budget))
        }),
      async reconcile(key, [all, pods]) {
        const { namespace = '', name } = splitKey(key)
        const budget = all?.get(namespace, name)
        if (budget) return sync(deps, budgets, budget, pods?.list(namespace) ?? [])
      },
    })
  },
}

async function sync(
  deps: ControllerDeps,
  target: Target,
  object: ApiObject,
  candidates: readonly ApiObject[],
): Promise<RequeueAfter | void> {
  const now = deps.clock.now()
  const budget = asDraft<policy.PodDisruptionBudget>(object)
  const pods = candidates.filter((pod) => selects(budget, pod, target.version))
  const disrupted = disruptedPods(budget, pods, now)
  let status: Status
  try {
    const { expected, desired } = await expectationsOf(deps, budget, pods)
    const healthy = pods.filter(
      (pod) => !pod.metadata.deletionTimestamp && !Object.hasOwn(disrupted, pod.metadata.name ?? '') && isReady(pod),
    ).length
    status = {
      currentHealthy: healthy,
      desiredHealthy: desired,
      expectedPods: expected,
      // A budget over no pods allows nothing: the first ones may appear before anybody looks again.
      disruptionsAllowed: expected > 0 ? Math.max(0, healthy - desired) : 0,
    }
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = budget.status ?? {}
    status = { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed: 0 }
    await writeStatus(deps, target, object, status, disrupted, { reason: 'SyncFailed', message: error.message })
    return
  }
  await writeStatus(deps, target, object, status, disrupted)
  const times = Object.values(disrupted).map((time) => Date.parse(time) + DELETION_TIMEOUT_MS - now)
  if (times.length > 0) return { afterMs: Math.max(1000, least(times)) }
}

function selects({ spec }: Budget, pod: ApiObject, version: string): boolean {
  const selector = spec?.selector as LabelSelectorObject | undefined
  // Before v1 an empty selector selected nothing.
  if (version === 'v1beta1' && selector && Object.keys(selector).length === 0) return false
  return compileLabelSelector(selector).matches(pod.metadata.labels)
}

const isReady = (pod: ApiObject): boolean =>
  (asDraft<core.Pod>(pod).status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/** Evicted pods that are still to go, with the time of their eviction. */
function disruptedPods({ status }: Budget, pods: readonly ApiObject[], now: number): Record<string, string> {
  const evicted = status?.disruptedPods ?? {}
  return Object.fromEntries(
    pods.flatMap(({ metadata }) => {
      const time = evicted[metadata.name ?? '']
      const waits = time !== undefined && !metadata.deletionTimestamp && Date.parse(time) + DELETION_TIMEOUT_MS >= now
      return waits ? [[metadata.name ?? '', time] as const] : []
    }),
  )
}

/** How many pods there should be, and how many of them healthy. */
async function expectationsOf(
  deps: ControllerDeps,
  { spec = {}, metadata }: Budget,
  pods: readonly ApiObject[],
): Promise<{ expected: number; desired: number }> {
  const { maxUnavailable, minAvailable } = spec
  if (maxUnavailable !== undefined) {
    const expected = await expectedScale(deps, metadata?.namespace ?? '', pods)
    return { expected, desired: Math.max(0, expected - share(maxUnavailable, expected)) }
  }
  if (typeof minAvailable === 'string') {
    const expected = await expectedScale(deps, metadata?.namespace ?? '', pods)
    return { expected, desired: share(minAvailable, expected) }
  }
  return { expected: pods.length, desired: minAvailable ?? 0 }
}

/** A number, or a percentage of a whole, rounded up. */
function share(value: number | string, whole: number): number {
  if (typeof value === 'number') return value
  const percent = /^([0-9]+)%$/.exec(value)?.[1]
  if (percent === undefined) throw new SyncError(`"${value}" is neither a number nor a percentage`)
  return Math.ceil((Number(percent) * whole) / 100)
}

/** The sum of the sizes of everything that controls one of the pods. */
async function expectedScale(deps: ControllerDeps, namespace: string, pods: readonly ApiObject[]): Promise<number> {
  const sizes = new Map<string, number>()
  const seen = new Set<string>()
  for (const pod of pods) {
    const owner = controllerOf(pod)
    if (!owner) {
      if (behaves('disruption-ignores-bare-pods', deps.release)) continue
      throw new SyncError(`found no controller ref for pod "${pod.metadata.name ?? ''}"`)
    }
    if (seen.has(owner.uid)) continue
    seen.add(owner.uid)
    const { uid, size } = await sizeOf(deps, namespace, owner, pod)
    sizes.set(uid, size)
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

const controllerOf = ({ metadata }: ApiObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true)

/** Asks a controller for its scale; a replica set that is a deployment's counts as the deployment. */
async function sizeOf(
  { client, feed }: ControllerDeps,
  namespace: string,
  owner: OwnerReference,
  pod: ApiObject,
): Promise<{ uid: string; size: number }> {
  const none = () => new SyncError(`found no controllers for pod "${pod.metadata.name ?? ''}"`)
  let current = owner
  try {
    for (;;) {
      const found = feed.resolve(current.apiVersion, current.kind)
      if (!found) throw none()
      const { group, version, resource } = found
      const target: Target = { group, version, resource, namespace }
      const object = resource === 'replicasets' ? await client.get(target, current.name) : undefined
      if (object && object.metadata.uid !== current.uid) throw none()
      const above = object && controllerOf(object)
      if (above?.kind === 'Deployment') current = above
      else {
        // Of all other kinds, custom ones too, its role allows no more than to ask for the scale.
        const scale = await client.get(target, current.name, { subresource: 'scale' })
        if (scale.metadata.uid !== current.uid) throw none()
        return { uid: current.uid, size: (scale.spec as { replicas?: number } | undefined)?.replicas ?? 0 }
      }
    }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    if (error.code === 404) throw none()
    throw new SyncError(`${current.kind} ${current.name} has no scale: ${error.message}`)
  }
}

async function writeStatus(
  { client, clock, release }: ControllerDeps,
  target: Target,
  object: ApiObject,
  counts: Status,
  disrupted: Record<string, string>,
  failure?: { readonly reason: string; readonly message: string },
): Promise<void> {
  const old = asDraft<policy.PodDisruptionBudget>(object).status ?? {}
  const generation = object.metadata.generation ?? 0
  const next: Status = { ...counts, observedGeneration: generation }
  if (Object.keys(disrupted).length > 0) next.disruptedPods = disrupted
  if (behaves('disruption-conditions', release)) {
    const before = old.conditions?.find(({ type }) => type === 'DisruptionAllowed')
    const status = (counts.disruptionsAllowed ?? 0) > 0 ? 'True' : 'False'
    next.conditions = [
      ...(old.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed'),
      {
        type: 'DisruptionAllowed',
        status,
        reason: failure?.reason ?? (status === 'True' ? 'SufficientPods' : 'InsufficientPods'),
        message: failure?.message ?? '',
        observedGeneration: generation,
        lastTransitionTime:
          before?.status === status ? (before.lastTransitionTime ?? timestamp(clock.now())) : timestamp(clock.now()),
      },
    ]
  }
  const comparable = ({ disruptedPods = {}, conditions = [], ...rest }: Status) => ({
    ...rest,
    disruptedPods,
    conditions,
  })
  if (equal(comparable(next), comparable(old))) return
  const updated = clone(object)
  updated.status = next
  try {
    await client.update({ ...target, namespace: object.metadata.namespace }, updated, { subresource: 'status' })
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
}
