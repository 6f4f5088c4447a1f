import { PODS } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { Feature } from '../../api/releases/gates'
import type { ApiObject } from '../../machinery/object'
import { greatest } from '../../machinery/lists'
import type { Target } from '../../client/targets'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone } from '../kit'
import { failuresBefore, FAILURES, IGNORED_FAILURES, matchFailurePolicy } from './job-policy'
import { COMPLETION_INDEX, indexOf, jobOf, outcomeOf, TRACKED } from './job-tally'
import { ownerReference } from './owners'
import { conditionOf, podFrom } from './pods'

/** After a failure the next pod waits 10 s, doubled for each further failure, six minutes at most. */
const FIRST_BACK_OFF_MS = 10_000
const LONGEST_BACK_OFF_MS = 360_000

/** The failures of an index: counted ones, ignored ones, and the time of the last. */
interface Failures {
  readonly counted: number
  readonly ignored: number
  readonly last: number
}

/** When a pod ended, as far as its status says. */
export function endOf(pod: ApiObject): number {
  const ends = (podOf(pod).status?.containerStatuses ?? []).map(({ state }) =>
    Date.parse(state?.terminated?.finishedAt ?? ''),
  )
  const known = ends.filter((end) => !Number.isNaN(end))
  if (known.length > 0) return greatest(known)
  return Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? pod.metadata.creationTimestamp ?? '') || 0
}

/** When the next pod may start after this many failures. */
export const nextStart = (failures: number, last: number): number =>
  failures === 0 ? 0 : last + Math.min(FIRST_BACK_OFF_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS)

/** The failures of one index of a job, from the pods that still exist. */
export function failuresOf(job: ApiObject, pods: readonly ApiObject[], index: number): Failures {
  const { spec = {} } = jobOf(job)
  const mine = pods.filter((pod) => indexOf(pod) === index && outcomeOf(pod, spec) === 'failed')
  const latest = mine.sort((a, b) => endOf(b) - endOf(a) || failuresBefore(b) - failuresBefore(a))[0]
  if (!latest) return { counted: 0, ignored: 0, last: 0 }
  const counts = matchFailurePolicy(spec.podFailurePolicy, latest)?.action !== 'Ignore'
  return {
    counted: failuresBefore(latest) + (counts ? 1 : 0),
    ignored: failuresBefore(latest, IGNORED_FAILURES) + (counts ? 0 : 1),
    last: endOf(latest),
  }
}

/** The job's next pod, for one of its indexes if it has any. */
export function podFor(
  job: ApiObject,
  kind: { readonly apiVersion: string; readonly kind: string },
  feature: Feature,
  index?: number,
  failures?: Failures,
): ApiObject {
  const pod = podFrom(jobOf(job).spec?.template, ownerReference(job, kind.apiVersion, kind.kind))
  if (feature('JobTrackingWithFinalizers')) pod.metadata.finalizers = [...(pod.metadata.finalizers ?? []), TRACKED]
  if (index === undefined) return pod
  const name = job.metadata.name ?? ''
  pod.metadata.generateName = `${name}-${index}-`
  pod.metadata.annotations = {
    ...pod.metadata.annotations,
    [COMPLETION_INDEX]: String(index),
    ...(failures && { [FAILURES]: String(failures.counted) }),
    ...(failures && failures.ignored > 0 && { [IGNORED_FAILURES]: String(failures.ignored) }),
  }
  const labelled = feature('PodIndexLabel')
  if (labelled) pod.metadata.labels = { ...pod.metadata.labels, [COMPLETION_INDEX]: String(index) }
  const spec = (podOf(pod).spec ??= {})
  spec.hostname = `${name}-${index}`
  const fieldRef = { fieldPath: `metadata.${labelled ? 'labels' : 'annotations'}['${COMPLETION_INDEX}']` }
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])])
    if (!container.env?.some((variable) => variable.name === 'JOB_COMPLETION_INDEX'))
      container.env = [...(container.env ?? []), { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef } }]
  return pod
}

/** Where jobs are served. */
export const JOBS: Target = { group: 'batch', version: 'v1', resource: 'jobs' }

/** Removes the finalizer from a pod that its job has counted. Does nothing if the pod is gone. */
export async function release({ client }: ControllerDeps, { metadata }: ApiObject): Promise<void> {
  const { name = '', namespace, uid, finalizers = [] } = metadata
  const patch = { metadata: { uid, finalizers: finalizers.filter((finalizer) => finalizer !== TRACKED) } }
  await undefinedIfGone(client.patch({ ...PODS, namespace }, name, 'merge', patch))
}
