import { sleep } from '../../../machinery/clock'
import type { ApiObject } from '../../../machinery/object'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import { fieldsOf, itemsOf, numberOf, specOf, statusOf, textOf } from '../../describe/common'
import type { Info } from '../../resources/manifests'
import { Objects } from '../../resources/server'

/** How far a rollout is. */
export interface Progress {
  readonly message: string
  readonly done: boolean
}

/** The progress of a rollout. Throws `CommandError` if it has failed or can't be followed. */
export function progressOf(object: ApiObject, revision = 0): Progress {
  switch (object.kind) {
    case 'Deployment':
      return deploymentProgress(object, revision)
    case 'DaemonSet':
      return daemonSetProgress(object)
    case 'StatefulSet':
      return statefulSetProgress(object)
    default:
      throw new CommandError(`no status viewer has been implemented for ${object.kind ?? ''}`)
  }
}

const going = (message: string): Progress => ({ message, done: false })
const done = (message: string): Progress => ({ message, done: true })
const observed = ({ metadata, status }: ApiObject): boolean =>
  numberOf(fieldsOf(status).observedGeneration) >= (metadata.generation ?? 0)

function deploymentProgress(object: ApiObject, revision: number): Progress {
  const [spec, status] = [specOf(object), statusOf(object)]
  const name = JSON.stringify(object.metadata.name ?? '')
  if (revision > 0) {
    const current = Number(object.metadata.annotations?.['deployment.orch.io/revision'] ?? 0)
    if (current !== revision)
      throw new CommandError(`desired revision (${revision}) is different from the running revision (${current})`)
  }
  if (!observed(object)) return going('Waiting for deployment spec update to be observed...')
  if (
    itemsOf(status.conditions).some(
      ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
    )
  )
    throw new CommandError(`deployment ${name} exceeded its progress deadline`)
  const [wanted, all, updated, available] = [
    numberOf(spec.replicas),
    ...['replicas', 'updatedReplicas', 'availableReplicas'].map((field) => numberOf(status[field])),
  ] as [number, number, number, number]
  const waiting = `Waiting for deployment ${name} rollout to finish:`
  if (spec.replicas !== undefined && updated < wanted)
    return going(`${waiting} ${updated} out of ${wanted} new replicas have been updated...`)
  if (all > updated) return going(`${waiting} ${all - updated} old replicas are pending termination...`)
  if (available < updated) return going(`${waiting} ${available} of ${updated} updated replicas are available...`)
  return done(`deployment ${name} successfully rolled out`)
}

function daemonSetProgress(object: ApiObject): Progress {
  const status = statusOf(object)
  const name = JSON.stringify(object.metadata.name ?? '')
  if (fieldsOf(specOf(object).updateStrategy).type !== 'RollingUpdate')
    throw new CommandError('rollout status is only available for RollingUpdate strategy type')
  if (!observed(object)) return going('Waiting for daemon set spec update to be observed...')
  const [wanted, updated, available] = ['desiredNumberScheduled', 'updatedNumberScheduled', 'numberAvailable'].map(
    (field) => numberOf(status[field]),
  ) as [number, number, number]
  const waiting = `Waiting for daemon set ${name} rollout to finish:`
  if (updated < wanted) return going(`${waiting} ${updated} out of ${wanted} new pods have been updated...`)
  if (available < wanted) return going(`${waiting} ${available} of ${wanted} updated pods are available...`)
  return done(`daemon set ${name} successfully rolled out`)
}

function statefulSetProgress(object: ApiObject): Progress {
  const [spec, status] = [specOf(object), statusOf(object)]
  const strategy = fieldsOf(spec.updateStrategy)
  if (strategy.type !== 'RollingUpdate')
    throw new CommandError('rollout status is only available for RollingUpdate strategy type')
  if (numberOf(status.observedGeneration) === 0 || !observed(object))
    return going('Waiting for statefulset spec update to be observed...')
  const wanted = numberOf(spec.replicas)
  const [ready, updated, current] = ['readyReplicas', 'updatedReplicas', 'currentReplicas'].map((field) =>
    numberOf(status[field]),
  ) as [number, number, number]
  if (spec.replicas !== undefined && ready < wanted) return going(`Waiting for ${wanted - ready} pods to be ready...`)
  const { partition } = fieldsOf(strategy.rollingUpdate)
  if (strategy.rollingUpdate && spec.replicas !== undefined && partition !== undefined) {
    if (updated < wanted - numberOf(partition))
      return going(
        `Waiting for partitioned roll out to finish: ${updated} out of ${wanted - numberOf(partition)} new pods have been updated...`,
      )
    return done(`partitioned roll out complete: ${updated} new pods have been updated...`)
  }
  if (status.updateRevision !== status.currentRevision)
    return going(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${textOf(status.updateRevision)}...`,
    )
  return done(`statefulset rolling update complete ${current} pods at revision ${textOf(status.currentRevision)}...`)
}

/** Prints the progress of a rollout until it has ended. */
export async function followStatus({ session, flags }: Call, info: Info): Promise<void> {
  const { clock, signal } = session.io
  const timeout = flags.duration('timeout')
  const started = clock.now()
  const objects = new Objects(session)
  let said = ''
  for (let object = info.object; ; object = await objects.get(info)) {
    const { message, done: finished } = progressOf(object, flags.int('revision'))
    if (message !== said) session.out(message)
    said = message
    if (finished || !flags.bool('watch')) return
    if (timeout > 0 && clock.now() - started >= timeout) throw new CommandError('timed out waiting for the condition')
    await sleep(clock, 200, signal)
  }
}
