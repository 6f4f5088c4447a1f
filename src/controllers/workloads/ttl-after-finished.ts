import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerRow } from '../controllers'
import { remove, runNamed } from '../kit'
import { isFinished, jobOf } from './job-tally'
import { JOBS } from './job-pods'

/** Deletes finished jobs after the time that they specify. */
export const ttlAfterFinished: ControllerRow = {
  name: 'ttl-after-finished',
  defaultOn: 'with-workloads',
  account: 'ttl-after-finished-controller',
  needs: ['batch/v1/jobs'],
  start(deps) {
    if (!deps.feature('TTLAfterFinished')) return Promise.resolve()
    return runNamed(deps, 'ttl-after-finished', {
      watches: [{ target: JOBS, keys: (object) => [keyOf(object)] }],
      async reconcile(key, [jobs]) {
        const { namespace, name } = splitKey(key)
        const object = jobs?.get(namespace, name)
        if (!object || object.metadata.deletionTimestamp) return
        const { spec, status } = jobOf(object)
        const type = isFinished(object)
        const ended = status?.conditions?.find((condition) => condition.type === type)?.lastTransitionTime
        if (!type || spec?.ttlSecondsAfterFinished === undefined) return
        const left = Date.parse(ended ?? '') + spec.ttlSecondsAfterFinished * 1000 - deps.clock.now()
        if (left > 0) return { afterMs: left }
        await remove(deps.client, JOBS, object, 'Foreground')
      },
    })
  },
}
