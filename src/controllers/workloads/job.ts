import { PODS } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import type { ControllerCache } from '../watched-cache'
import { eventRecorder } from './events'
import { JOBS, release } from './job-pods'
import { isFinished, isTracked, jobOf } from './job-tally'
import { claim, controllerOf, ownerReference, ownersOf } from './owners'
import { PodWriter } from './pods'
import { JOB_KIND, JobSync } from './job-sync'

const NAME = 'job'
/** The default value of managedBy. */
const MANAGER = 'orch.io/job-controller'

/** Begins the keys of pods that no job counts; no name of a job contains a space. */
const ORPHAN = 'orphan '

const selectorOf = (job: ApiObject) => compileLabelSelector(jobOf(job).spec?.selector)

/** Runs pods until the requested number has succeeded (resource API, "Workloads"). */
export const job: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'job-controller',
  needs: ['batch/v1/jobs', 'v1/pods'],
  start(deps) {
    const events = eventRecorder(deps, 'job-controller', JOB_KIND)
    const writer = new PodWriter(deps, events)
    return runNamed(deps, NAME, {
      watches: [
        { target: JOBS, keys: (object) => [keyOf(object)] },
        {
          target: PODS,
          keys: (pod, [jobs]) => [
            ...ownersOf(pod, JOB_KIND.kind, jobs, selectorOf),
            ...(isOrphan(pod) ? [ORPHAN + keyOf(pod)] : []),
          ],
        },
      ],
      async reconcile(key, [jobs, pods]) {
        if (key.startsWith(ORPHAN)) return releaseOrphan(deps, key.slice(ORPHAN.length), pods)
        const { namespace = '', name } = splitKey(key)
        const object = jobs?.get(namespace, name)
        if (!pods || writer.behind(key, pods.revision)) return
        if (object && isManagedByOthers(object, deps)) return
        const here = pods.list(namespace)
        const deleting = object?.metadata.deletionTimestamp !== undefined
        if (!object || isFinished(object) || (deleting && deps.feature('JobTrackingWithFinalizers'))) {
          // The job is gone and will not count its pods, so they are released.
          const owned = here.filter((pod) => isTracked(pod) && controllerOf(pod)?.kind === JOB_KIND.kind)
          for (const pod of owned.filter((one) => controllerOf(one)?.name === name)) await release(deps, pod)
          if (!object) writer.forget(key)
          return
        }
        const owner = ownerReference(object, JOB_KIND.apiVersion, JOB_KIND.kind)
        const candidates = here.filter((pod) => !writer.isGone(pod))
        const mine = await claim(deps.client, PODS, owner, deleting, selectorOf(object), candidates)
        const own = here.filter((pod) => controllerOf(pod)?.uid === owner.uid)
        const leaving = own.filter((pod) => isLeaving(pod) || (writer.isGone(pod) && !hasEnded(pod)))
        return new JobSync(deps, events, writer, object, mine, leaving).sync()
      },
    })
  },
}

/** Whether a pod of a job has lost it and will not be counted: its job was deleted without its pods, or has released it. */
const isOrphan = (pod: ApiObject): boolean => isTracked(pod) && controllerOf(pod) === undefined

async function releaseOrphan(deps: ControllerDeps, key: string, pods: ControllerCache | undefined): Promise<void> {
  const { namespace, name } = splitKey(key)
  const pod = pods?.get(namespace, name)
  if (pod && isOrphan(pod)) await release(deps, pod)
}

const isManagedByOthers = (job: ApiObject, { feature }: ControllerDeps): boolean =>
  feature('JobManagedBy') && (jobOf(job).spec?.managedBy ?? MANAGER) !== MANAGER

const hasEnded = (pod: ApiObject): boolean => ['Succeeded', 'Failed'].includes(podOf(pod).status?.phase ?? '')

/** Whether it is being deleted but has not ended on its node. */
const isLeaving = (pod: ApiObject): boolean =>
  pod.metadata.deletionTimestamp !== undefined &&
  Number(pod.metadata.deletionGracePeriodSeconds ?? 0) > 0 &&
  !hasEnded(pod)
