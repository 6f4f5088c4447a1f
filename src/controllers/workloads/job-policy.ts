import type { JobSpec } from '../../api/kinds/batch/job-fields'
import { readIndexes } from '../../api/kinds/batch/job-indexes'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { ApiObject } from '../../machinery/object'

/** The decision of a job's failure policy about one failed pod. */
export interface FailureMatch {
  readonly action: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore'
  /** The reason for conditions and events. */
  readonly message: string
}

type Rule = NonNullable<NonNullable<JobSpec['podFailurePolicy']>['rules']>[number]

function containerMatch(pod: ApiObject, { onExitCodes }: Rule): { name: string; code: number } | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = podOf(pod).status ?? {}
  for (const { name = '', state } of [...containerStatuses, ...initContainerStatuses]) {
    const code = state?.terminated?.exitCode ?? 0
    // Success is never a failure, even if the rule lists exit code 0.
    if (!state?.terminated || code === 0) continue
    if (onExitCodes?.containerName !== undefined && onExitCodes.containerName !== name) continue
    if ((onExitCodes?.operator === 'In') === (onExitCodes?.values ?? []).includes(code)) return { name, code }
  }
  return undefined
}

function conditionMatch(pod: ApiObject, { onPodConditions = [] }: Rule): string | undefined {
  const there = podOf(pod).status?.conditions ?? []
  const matches = onPodConditions.find((pattern) =>
    there.some(({ type, status }) => type === pattern.type && status === (pattern.status ?? 'True')),
  )
  return matches?.type
}

/** The first rule that matches a failed pod (resource API, "Pod failure policy"); undefined leaves it to the back-off limit. */
export function matchFailurePolicy(policy: JobSpec['podFailurePolicy'], pod: ApiObject): FailureMatch | undefined {
  if (podOf(pod).status?.phase !== 'Failed') return undefined
  const { name = '', namespace = '' } = pod.metadata
  for (const [i, rule] of (policy?.rules ?? []).entries()) {
    const action = rule.action as FailureMatch['action']
    const matching = `matching ${action} rule at index ${i}`
    const container = rule.onExitCodes && containerMatch(pod, rule)
    if (container) {
      const what = `Container ${container.name} for pod ${namespace}/${name} failed with exit code ${container.code}`
      return { action, message: `${what} ${matching}` }
    }
    const condition = conditionMatch(pod, rule)
    if (condition) return { action, message: `Pod ${namespace}/${name} has condition ${condition} ${matching}` }
  }
  return undefined
}

/** The rule of a success policy that the completed indexes meet, if any (resource API, "Success policy"). */
export function matchSuccessPolicy(policy: JobSpec['successPolicy'], done: readonly number[]): string | undefined {
  if (done.length === 0) return undefined
  const rules = policy?.rules ?? []
  const met = rules.findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeededCount !== undefined && done.length >= succeededCount
    const asked = new Set(readIndexes(succeededIndexes))
    const found = done.filter((index) => asked.has(index)).length
    return asked.size > 0 && (found === asked.size || (succeededCount !== undefined && found >= succeededCount))
  })
  return met < 0 ? undefined : `Matched rules at index ${met}`
}

/** Annotations of a pod: how often its index had failed before, and how many failures were ignored. */
export const FAILURES = 'batch.orch.io/job-index-failure-count'
/** Annotation with the failures of an index that the pod failure policy ignores. */
export const IGNORED_FAILURES = 'batch.orch.io/job-index-ignored-failure-count'

/** How often an index had failed before this pod. */
export const failuresBefore = ({ metadata }: ApiObject, which = FAILURES): number =>
  Number(metadata.annotations?.[which] ?? 0) || 0

/** Whether this pod's failure is the last that its index may have. */
export const failsIndex = (pod: ApiObject, { backoffLimitPerIndex, podFailurePolicy }: JobSpec): boolean => {
  const action = matchFailurePolicy(podFailurePolicy, pod)?.action
  if (action === 'FailIndex') return true
  return action !== 'Ignore' && failuresBefore(pod) >= (backoffLimitPerIndex ?? Infinity)
}
