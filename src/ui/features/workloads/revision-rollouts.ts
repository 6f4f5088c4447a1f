import type { Target } from '../../../client/targets'
import { at, isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { scaledValue } from '../../../machinery/scaled-value'
import { conditionsFor } from '../../components/run-until/conditions'
import { isOwnedBy, type Rollout, type SetRow, type Template } from './rollout-model'
import { chipOf, FAIL } from './workload-model'

const HASH = 'controller-revision-hash'

const numberAt = (object: ApiObject, ...path: string[]): number => Number(at(object, ...path) ?? 0)

/** The pod template that a ControllerRevision keeps as a patch. */
function templateIn(revision: ApiObject): Template {
  const template = at(revision, 'data', 'spec', 'template')
  if (!isObject(template)) return {}
  const { $patch: _patch, ...rest } = template
  return rest
}

/** How the pods of a workload are replaced. */
function limitsOf(workload: ApiObject, wanted: number): string {
  const strategy = at(workload, 'spec', 'updateStrategy')
  if (at(strategy, 'type') === 'OnDelete') return 'a pod gets the new template when somebody deletes it'
  const { partition, maxSurge, maxUnavailable } = (at(strategy, 'rollingUpdate') ?? {}) as {
    readonly partition?: number
    readonly maxSurge?: number | string
    readonly maxUnavailable?: number | string
  }
  if (at(workload, 'spec', 'serviceName') !== undefined)
    return partition ? `from the last pod down to number ${partition}` : 'from the last pod to the first, one at a time'
  const surge = scaledValue(maxSurge, wanted, 'up')
  return surge > 0
    ? `at most ${surge} more pods than nodes`
    : `at most ${Math.max(1, scaledValue(maxUnavailable, wanted, 'up'))} unavailable at a time`
}

function rowsOf(workload: ApiObject, revisions: readonly ApiObject[], pods: readonly ApiObject[], wanted: number) {
  const mine = pods.filter((pod) => isOwnedBy(pod, workload))
  return revisions
    .filter((revision) => isOwnedBy(revision, workload))
    .sort((a, b) => numberAt(b, 'revision') - numberAt(a, 'revision'))
    .map((revision, i): SetRow => {
      const own = templateIn(revision)
      const { name = '', labels } = revision.metadata
      // Pods of a StatefulSet carry the revision's name, those of a DaemonSet its hash.
      const marks = [name, labels?.[HASH]]
      const held = mine.filter((pod) => marks.includes(pod.metadata.labels?.[HASH])).map(chipOf)
      // Controllers give the current template the highest number, also when it is an old one again.
      const current = i === 0
      return {
        name,
        revision: numberAt(revision, 'revision'),
        wanted: current ? wanted : held.length,
        images: (own.spec?.containers ?? []).map(({ image }) => image ?? '').join(', '),
        current,
        failure: own.metadata?.annotations?.[FAIL],
        pods: held,
        template: own,
      }
    })
}

/** The rollouts of StatefulSets or DaemonSets, whose templates are kept in ControllerRevisions. */
export function revisionRollouts(
  target: Target,
  kind: string,
  workloads: readonly ApiObject[],
  revisions: readonly ApiObject[],
  pods: readonly ApiObject[],
): Rollout[] {
  const [complete] = conditionsFor(target)
  return workloads.map((workload): Rollout => {
    const onNodes = kind === 'DaemonSet'
    const wanted = onNodes
      ? numberAt(workload, 'status', 'desiredNumberScheduled')
      : Number(at(workload, 'spec', 'replicas') ?? 1)
    const rows = rowsOf(workload, revisions, pods, wanted)
    const failing = rows
      .find(({ current }) => current)
      ?.pods.find(({ tone, ended }) => tone === 'refused' && !ended)?.word
    const { uid = '', namespace = '', name = '' } = workload.metadata
    return {
      target,
      kind,
      uid,
      namespace,
      name,
      wanted,
      updated: numberAt(workload, 'status', onNodes ? 'updatedNumberScheduled' : 'updatedReplicas'),
      available: numberAt(workload, 'status', onNodes ? 'numberAvailable' : 'readyReplicas'),
      ...(complete?.holds(workload)
        ? { tone: 'allowed' as const, word: 'Complete' }
        : failing !== undefined
          ? { tone: 'refused' as const, word: `Stuck: ${failing}` }
          : { tone: 'changed' as const, word: 'Rolling out' }),
      why: undefined,
      limits: limitsOf(workload, wanted),
      sets: rows.filter(({ pods: held, current }) => current || held.length > 0),
      previous: rows.find(({ current }) => !current),
      failure: rows.find(({ current }) => current)?.failure,
    }
  })
}
