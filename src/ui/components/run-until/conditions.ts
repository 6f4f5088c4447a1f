import type { ApiObject } from '../../../machinery/object'

/** A condition to wait for. It is evaluated on the current object; on undefined if the object does not exist. */
export interface Condition {
  readonly title: string
  readonly holds: (object: ApiObject | undefined) => boolean
}

interface Shape {
  readonly spec?: { readonly replicas?: number; readonly nodeName?: string }
  readonly status?: {
    readonly phase?: string
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[]
    readonly [count: string]: unknown
  }
}
const shapeOf = (object: ApiObject | undefined): Shape => (object ?? {}) as Shape
const conditionOf = (object: ApiObject | undefined, type: string) =>
  shapeOf(object).status?.conditions?.find((condition) => condition.type === type)
const isTrue = (object: ApiObject | undefined, type: string): boolean => conditionOf(object, type)?.status === 'True'

/** Whether all counts of a status have the desired value and observe the latest generation. */
function counts(object: ApiObject | undefined, wanted: number, names: readonly string[]): boolean {
  const { status = {} } = shapeOf(object)
  const fresh = Number(status['observedGeneration'] ?? 0) >= (object?.metadata.generation ?? 0)
  return object !== undefined && fresh && names.every((name) => Number(status[name] ?? 0) === wanted)
}
const wantedOf = (object: ApiObject | undefined): number => shapeOf(object).spec?.replicas ?? 1

/** Whether all of a deployment's pods have its latest template, and no others exist. */
export const isComplete = (deployment: ApiObject | undefined): boolean =>
  counts(deployment, wantedOf(deployment), ['updatedReplicas', 'availableReplicas', 'replicas'])

/** Whether a deployment has exceeded its progress deadline. */
export const isOverdue = (deployment: ApiObject | undefined): boolean =>
  conditionOf(deployment, 'Progressing')?.reason === 'ProgressDeadlineExceeded'

const phaseIs =
  (...phases: string[]) =>
  (object: ApiObject | undefined) =>
    phases.includes(shapeOf(object).status?.phase ?? '')

const GONE: Condition = { title: 'The object is deleted', holds: (object) => object === undefined }
const COMPLETE = 'The rollout is complete'

/** Conditions by group and resource. */
const CONDITIONS: Readonly<Record<string, readonly Condition[]>> = {
  '/pods': [
    { title: 'The pod has a node', holds: (pod) => Boolean(shapeOf(pod).spec?.nodeName) },
    { title: 'The pod is ready', holds: (pod) => isTrue(pod, 'Ready') },
    { title: 'The pod has finished', holds: phaseIs('Succeeded', 'Failed') },
  ],
  '/nodes': [
    { title: 'The node is ready', holds: (node) => isTrue(node, 'Ready') },
    { title: 'The node is not ready', holds: (node) => node !== undefined && !isTrue(node, 'Ready') },
  ],
  '/persistentvolumeclaims': [{ title: 'The claim is bound', holds: phaseIs('Bound') }],
  'apps/deployments': [
    { title: COMPLETE, holds: isComplete },
    { title: 'The progress deadline is exceeded', holds: isOverdue },
  ],
  'apps/replicasets': [
    {
      title: 'All pods are available',
      holds: (set) => counts(set, wantedOf(set), ['replicas', 'availableReplicas']),
    },
  ],
  'apps/statefulsets': [
    { title: COMPLETE, holds: (set) => counts(set, wantedOf(set), ['updatedReplicas', 'readyReplicas', 'replicas']) },
  ],
  'apps/daemonsets': [
    {
      title: COMPLETE,
      holds: (set) =>
        counts(set, Number(shapeOf(set).status?.['desiredNumberScheduled'] ?? 0), [
          'updatedNumberScheduled',
          'numberAvailable',
        ]),
    },
  ],
  'batch/jobs': [
    { title: 'The job is done', holds: (job) => isTrue(job, 'Complete') },
    { title: 'The job has failed', holds: (job) => isTrue(job, 'Failed') },
  ],
}

/** The conditions that objects of a type can be waited for with. */
export const conditionsFor = ({
  group,
  resource,
}: {
  readonly group: string
  readonly resource: string
}): Condition[] => [...(CONDITIONS[`${group}/${resource}`] ?? []), GONE]
