import type * as core from 'kt126/core/v1'
import type * as policy from 'kt126/policy/v1'
import { timestamp } from '../../../../machinery/clock'
import { clone } from '../../../../machinery/json'
import type { LabelSelectorObject } from '../../../../machinery/labels'
import { compileLabelSelector } from '../../../../machinery/labels'
import type { ApiObject } from '../../../../machinery/object'
import { behaves } from '../../../releases/ledger'
import { asDraft } from '../../meta/draft'
import { isPodReady } from '../../shared/pod-types'

const MAXIMUM_DISRUPTED = 2000

/** Outcome of an eviction request. */
export type EvictionVerdict =
  | { readonly decision: 'delete' }
  /** Delete after the budget's status has been updated as given. */
  | { readonly decision: 'charge'; readonly budget: ApiObject }
  /** Respond 429 with this cause (reason DisruptionBudget). */
  | { readonly decision: 'wait'; readonly cause: string; readonly retryAfterSeconds: number }
  /** Respond 403 about the budget. */
  | { readonly decision: 'forbid'; readonly budget: string; readonly why: string }
  /** Respond 500. */
  | { readonly decision: 'fail'; readonly why: string }

const UNBUDGETED_PHASES = ['Succeeded', 'Failed', 'Pending']

/** Decides whether an eviction respects the disruption budgets, which must be all of the namespace. */
export function decideEviction(
  pod: ApiObject,
  budgets: readonly ApiObject[],
  now: number,
  release: number,
): EvictionVerdict {
  const { status = {} } = asDraft<core.Pod>(pod)
  if (UNBUDGETED_PHASES.includes(status.phase ?? '') || pod.metadata.deletionTimestamp) return { decision: 'delete' }
  const matching = budgets.filter((budget) => selects(budget, pod))
  const [budget, ...more] = matching
  if (!budget) return { decision: 'delete' }
  if (more.length > 0)
    return {
      decision: 'fail',
      why: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    }
  const { spec = {}, status: state = {} } = asDraft<policy.PodDisruptionBudget>(budget)
  const { currentHealthy = 0, desiredHealthy = 0, disruptionsAllowed = 0, disruptedPods = {} } = state
  if (!isPodReady(pod)) {
    const always = spec.unhealthyPodEvictionPolicy === 'AlwaysAllow'
    // An unready pod does not count as healthy, so evicting it disrupts nothing.
    const enough =
      behaves('eviction-of-unready-pods', release) && currentHealthy >= desiredHealthy && desiredHealthy > 0
    if (always || enough) return { decision: 'delete' }
  }
  const name = budget.metadata.name ?? ''
  if ((state.observedGeneration ?? 0) < (budget.metadata.generation ?? 0))
    return {
      decision: 'wait',
      cause: `The disruption budget ${name} is still being processed by the server.`,
      retryAfterSeconds: behaves('eviction-retry-after', release) ? 10 : 0,
    }
  if (disruptionsAllowed < 0) return { decision: 'forbid', budget: name, why: 'pdb disruptions allowed is negative' }
  if (Object.keys(disruptedPods).length > MAXIMUM_DISRUPTED)
    return {
      decision: 'forbid',
      budget: name,
      why: 'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
    }
  if (disruptionsAllowed === 0)
    return {
      decision: 'wait',
      cause: `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
      retryAfterSeconds: 0,
    }
  return { decision: 'charge', budget: charged(budget, pod, now, release) }
}

function selects(budget: ApiObject, pod: ApiObject): boolean {
  const selector = asDraft<policy.PodDisruptionBudget>(budget).spec?.selector as LabelSelectorObject | undefined
  return compileLabelSelector(selector).matches(pod.metadata.labels)
}

function charged(budget: ApiObject, pod: ApiObject, now: number, release: number): ApiObject {
  const copy = clone(budget)
  const draft = asDraft<policy.PodDisruptionBudget>(copy)
  draft.status ??= {}
  const left = (draft.status.disruptionsAllowed ?? 0) - 1
  draft.status.disruptionsAllowed = left
  draft.status.disruptedPods = { ...draft.status.disruptedPods, [pod.metadata.name ?? '']: timestamp(now) }
  if (left > 0 || !behaves('disruption-conditions', release)) return copy
  const old = draft.status.conditions ?? []
  const before = old.find(({ type }) => type === 'DisruptionAllowed')
  draft.status.conditions = [
    ...old.filter(({ type }) => type !== 'DisruptionAllowed'),
    {
      type: 'DisruptionAllowed',
      status: 'False',
      reason: 'InsufficientPods',
      message: '',
      observedGeneration: draft.status.observedGeneration ?? 0,
      lastTransitionTime: before?.status === 'False' ? (before.lastTransitionTime ?? timestamp(now)) : timestamp(now),
    },
  ]
  return copy
}
