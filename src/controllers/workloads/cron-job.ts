import { hasVersion } from '../../api/releases/resources'
import type { Target } from '../../client/targets'
import { keyOf, splitKey } from '../../client/object-key'
import type { ControllerRow } from '../controllers'
import { runNamed } from '../kit'
import { eventRecorder } from './events'
import { JOBS } from './job-pods'
import { controllerOf } from './owners'
import { CronJobSync } from './cron-job-sync'

const NAME = 'cronjob'

/** Creates jobs on a schedule. */
export const cronJob: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'cronjob-controller',
  needs: ['batch/*/cronjobs', 'batch/v1/jobs'],
  start(deps) {
    const version = hasVersion('batch', 'cronjobs', 'v1', deps.release) ? 'v1' : 'v1beta1'
    const target: Target = { group: 'batch', version, resource: 'cronjobs' }
    const events = eventRecorder(deps, 'cronjob-controller', { apiVersion: `batch/${version}`, kind: 'CronJob' })
    /** The newest version written of each cron job or one of its jobs. */
    const written = new Map<string, number>()
    return runNamed(deps, NAME, {
      watches: [
        { target, keys: (object) => [keyOf(object)] },
        {
          target: JOBS,
          keys(object) {
            const owner = controllerOf(object)
            return owner?.kind === 'CronJob' ? [`${object.metadata.namespace ?? ''}/${owner.name}`] : []
          },
        },
      ],
      async reconcile(key, [all, jobs]) {
        const { namespace = '', name } = splitKey(key)
        const object = all?.get(namespace, name)
        if (!object) return void written.delete(key)
        if (!all || !jobs || (written.get(key) ?? 0) > Math.max(all.revision, jobs.revision)) return
        if (object.metadata.deletionTimestamp) return
        const mine = jobs.list(namespace).filter((one) => controllerOf(one)?.uid === object.metadata.uid)
        const sync = new CronJobSync(deps, events, target, object, mine)
        const again = await sync.sync()
        if (sync.version > 0) written.set(key, sync.version)
        return again
      },
    })
  },
}
