import { PODS } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { eventRecorder } from './events'
import { JOBS, release } from './job-pods'
import { isFinished, isTracked, jobOf } from './job-tally'
import { claim, controllerOf, ownerReference, ownersOf } from './owners'
import { PodWriter } from './pods'
import { JOB_KIND, JobSync } from './job-sync'

const NAME = 'job'
/** The default value of managedBy. */
const MANAGER = 'orch.io/job-controller'

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
        { target: PODS, keys: (pod, [jobs]) => ownersOf(pod, JOB_KIND.kind, jobs, selectorOf) },
      ],
      async reconcile(key, [jobs, pods]) {
        const { namespace = '', name } = splitKey(key)
        const object = jobs?.get(namespace, name)
        if (!pods || writer.behind(key, pods.revision)) return
        if (object && isManagedByOthers(object, deps)) return
        const here = pods.list(namespace)
        if (!object || isFinished(object) || object.metadata.deletionTimestamp) {
          // The job is gone and will not count its pods, so they are released.
          const owned = here.filter((pod) => isTracked(pod) && controllerOf(pod)?.kind === JOB_KIND.kind)
          for (const pod of owned.filter((one) => controllerOf(one)?.name === name)) await release(deps, pod)
          if (!object) writer.forget(key)
          return
        }
        const owner = ownerReference(object, JOB_KIND.apiVersion, JOB_KIND.kind)
        const candidates = here.filter((pod) => !writer.isGone(pod))
        const mine = await claim(deps.client, PODS, owner, false, selectorOf(object), candidates)
        const own = here.filter((pod) => controllerOf(pod)?.uid === owner.uid)
        const leaving = own.filter((pod) => isLeaving(pod) || (writer.isGone(pod) && !hasEnded(pod)))
        return new JobSync(deps, events, writer, object, mine, leaving).sync()
      },
    })
  },
}

const isManagedByOthers = (job: ApiObject, { feature }: ControllerDeps): boolean =>
  feature('JobManagedBy') && (jobOf(job).spec?.managedBy ?? MANAGER) !== MANAGER

const hasEnded = (pod: ApiObject): boolean => ['Succeeded', 'Failed'].includes(podOf(pod).status?.phase ?? '')

/** Whether it is being deleted but has not ended on its node. */
const isLeaving = (pod: ApiObject): boolean =>
  pod.metadata.deletionTimestamp !== undefined &&
  Number(pod.metadata.deletionGracePeriodSeconds ?? 0) > 0 &&
  !hasEnded(pod)
