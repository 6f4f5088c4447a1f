import type * as policy from 'kt126/policy/v1'
import { PODS } from '../client/core-targets'
import { least } from '../machinery/lists'
import { behaves } from '../api/releases/ledger'
import { asDraft, type Draft } from '../api/kinds/meta/draft'
import { hasVersion } from '../api/releases/resources'
import type { Target } from '../client/targets'
import { timestamp } from '../machinery/clock'
import { clone, equal } from '../machinery/json'
import { compileLabelSelector, type LabelSelectorObject } from '../machinery/labels'
import type { ApiObject } from '../machinery/object'
import { isStatus } from '../client/status-error'
import { isPodReady } from '../api/kinds/shared/pod-types'
import { keyOf, splitKey } from '../client/object-key'
import type { RequeueAfter } from './work-queue'
import { eventRecorder, type Recorder } from './workloads/events'
import { runNamed } from './kit'
import type { ControllerDeps, ControllerRow } from './controllers'
import { type Budget, expectationsOf, SyncError } from './disruption-expectations'

const NAME = 'disruption'
/** An eviction has failed if its pod still exists after this time. */
const DELETION_TIMEOUT_MS = 2 * 60_000
/** Changes of these resources may change the expected number of pods. */
const SCALED = new Set(['replicasets', 'deployments', 'statefulsets', 'replicationcontrollers'])

type Status = Draft<policy.PodDisruptionBudgetStatus>

/** Keeps the status of disruption budgets, which evictions are checked against (resource API, "Eviction"). */
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
    const apiVersion = `policy/${budgets.version}`
    const events = eventRecorder(deps, 'controllermanager', { apiVersion, kind: 'PodDisruptionBudget' })
    /** The keys of the budgets that select any of the pods. Others have nothing new to tell. */
    const budgetsOf = (pods: readonly ApiObject[], some: readonly ApiObject[]): string[] =>
      some
        .filter((one) => pods.some((pod) => selects(asDraft<policy.PodDisruptionBudget>(one), pod, budgets.version)))
        .map(keyOf)
    return runNamed(deps, NAME, {
      watches: [
        { target: budgets, keys: (budget) => [keyOf(budget)] },
        { target: PODS, keys: (pod, [all]) => budgetsOf([pod], all?.list(pod.metadata.namespace) ?? []) },
      ],
      triggers: (add, [all, pods]) =>
        deps.feed.subscribe((_, { target, metadata: { namespace } }) => {
          if (!SCALED.has(target.resource)) return
          const some = all?.list(namespace) ?? []
          if (some.length > 0) for (const key of budgetsOf(pods?.list(namespace) ?? [], some)) add(key)
        }),
      async reconcile(key, [all, pods]) {
        const { namespace = '', name } = splitKey(key)
        const budget = all?.get(namespace, name)
        if (budget) return sync(deps, events, budgets, budget, pods?.list(namespace) ?? [])
      },
    })
  },
}

async function sync(
  deps: ControllerDeps,
  events: Recorder,
  target: Target,
  object: ApiObject,
  candidates: readonly ApiObject[],
): Promise<RequeueAfter | void> {
  const now = deps.clock.now()
  const budget = asDraft<policy.PodDisruptionBudget>(object)
  const pods = candidates.filter((pod) => selects(budget, pod, target.version))
  if (pods.length === 0) await events(object, 'Normal', 'NoPods', 'No matching pods found')
  const disrupted = disruptedPods(budget, pods, now)
  await tellSurvivors(events, budget, pods, disrupted)
  let status: Status
  try {
    const { expected, desired } = await expectationsOf(deps, budget, pods)
    const healthy = pods.filter(
      (pod) => !pod.metadata.deletionTimestamp && !Object.hasOwn(disrupted, pod.metadata.name ?? '') && isPodReady(pod),
    ).length
    status = {
      currentHealthy: healthy,
      desiredHealthy: desired,
      expectedPods: expected,
      // A budget without pods allows no disruption: the first pods may appear before the next reconciliation.
      disruptionsAllowed: expected > 0 ? Math.max(0, healthy - desired) : 0,
    }
  } catch (error) {
    if (!(error instanceof SyncError)) throw error
    const { message, reason } = error
    if (reason) await events(object, 'Warning', reason, message)
    const what = `Failed to calculate the number of expected pods: ${message}`
    await events(object, 'Warning', 'CalculateExpectedPodCountFailed', what)
    const { currentHealthy = 0, desiredHealthy = 0, expectedPods = 0 } = budget.status ?? {}
    status = { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed: 0 }
    await writeStatus(deps, target, object, status, disrupted, { reason: 'SyncFailed', message })
    return
  }
  await writeStatus(deps, target, object, status, disrupted)
  const times = Object.values(disrupted).map((time) => Date.parse(time) + DELETION_TIMEOUT_MS - now)
  if (times.length > 0) return { afterMs: Math.max(1000, least(times)) }
}

function selects({ spec }: Budget, pod: ApiObject, version: string): boolean {
  const selector = spec?.selector as LabelSelectorObject | undefined
  // Before v1, an empty selector selected nothing.
  if (version === 'v1beta1' && selector && Object.keys(selector).length === 0) return false
  return compileLabelSelector(selector).matches(pod.metadata.labels)
}

/** Evicted pods that still exist, with the time of their eviction. */
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

/** Tells about evicted pods that nobody has deleted in time: they count again. */
async function tellSurvivors(
  events: Recorder,
  { metadata, status }: Budget,
  pods: readonly ApiObject[],
  disrupted: Record<string, string>,
): Promise<void> {
  const why = `Pod was expected by PDB ${metadata?.namespace ?? ''}/${metadata?.name ?? ''} to be deleted but it wasn't`
  for (const pod of pods) {
    const { name = '', deletionTimestamp } = pod.metadata
    if (status?.disruptedPods?.[name] === undefined || deletionTimestamp || Object.hasOwn(disrupted, name)) continue
    await events(pod, 'Warning', 'NotDeleted', why, { about: { apiVersion: 'v1', kind: 'Pod' } })
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
  // After a failure the status keeps the generation that it was last computed for.
  const observed = failure ? old.observedGeneration : generation
  const next: Status = { ...counts, ...(observed !== undefined && { observedGeneration: observed }) }
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
        ...(observed !== undefined && { observedGeneration: observed }),
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
