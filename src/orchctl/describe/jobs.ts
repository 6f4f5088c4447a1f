import { durationText, fieldsOf, itemsOf, numberOf, selectorText, specOf, statusOf, textOf, timeText } from './common'
import { controllerOf, writeTemplate } from './pod'
import { Writer } from './writer'
import { writeMeta, writeNames } from './sections'
import type { Describe } from './world'

/** Job, with its timing and the counts of its pods. */
export const describeJob: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  if (spec.selector) writer.field(0, 'Selector', selectorText(spec.selector))
  writeMeta(writer, object)
  const owner = controllerOf(object)
  if (owner) writer.field(0, 'Controlled By', owner)
  if (spec.parallelism !== undefined) writer.field(0, 'Parallelism', numberOf(spec.parallelism))
  writer.field(0, 'Completions', textOf(spec.completions) || '<unset>')
  if (spec.completionMode !== undefined) writer.field(0, 'Completion Mode', textOf(spec.completionMode))
  if (spec.suspend !== undefined) writer.field(0, 'Suspend', textOf(spec.suspend))
  if (spec.backoffLimit !== undefined) writer.field(0, 'Backoff Limit', textOf(spec.backoffLimit))
  if (spec.ttlSecondsAfterFinished !== undefined)
    writer.field(0, 'TTL Seconds After Finished', textOf(spec.ttlSecondsAfterFinished))
  if (status.startTime) writer.field(0, 'Start Time', timeText(status.startTime))
  if (status.completionTime) writer.field(0, 'Completed At', timeText(status.completionTime))
  if (status.startTime && status.completionTime)
    writer.field(
      0,
      'Duration',
      durationText((Date.parse(textOf(status.completionTime)) - Date.parse(textOf(status.startTime))) / 1000),
    )
  if (spec.activeDeadlineSeconds !== undefined)
    writer.field(0, 'Active Deadline Seconds', `${textOf(spec.activeDeadlineSeconds)}s`)
  const [active, done, failed] = ['active', 'succeeded', 'failed'].map((field) => numberOf(status[field]))
  const ready = status.ready === undefined ? '' : ` (${numberOf(status.ready)} Ready)`
  writer.field(0, 'Pods Statuses', `${active} Active${ready} / ${done} Succeeded / ${failed} Failed`)
  writer.optional(0, 'Completed Indexes', status.completedIndexes)
  writeTemplate(writer, fieldsOf(spec.template))
  await world.events(writer, object)
  return writer.text()
}

/** CronJob, with its schedule and the job template. */
export const describeCronJob: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writeMeta(writer, object)
  writer.field(0, 'Schedule', textOf(spec.schedule))
  writer.optional(0, 'Time Zone', spec.timeZone)
  writer.field(0, 'Concurrency Policy', textOf(spec.concurrencyPolicy))
  writer.field(0, 'Suspend', spec.suspend === true ? 'True' : 'False')
  writer.field(0, 'Successful Job History Limit', textOf(spec.successfulJobsHistoryLimit) || '<unset>')
  writer.field(0, 'Failed Job History Limit', textOf(spec.failedJobsHistoryLimit) || '<unset>')
  writer.field(
    0,
    'Starting Deadline Seconds',
    spec.startingDeadlineSeconds === undefined ? '<unset>' : `${textOf(spec.startingDeadlineSeconds)}s`,
  )
  const job = fieldsOf(fieldsOf(spec.jobTemplate).spec)
  writer.field(0, 'Selector', job.selector ? selectorText(job.selector) : '<unset>')
  writer.field(0, 'Parallelism', textOf(job.parallelism) || '<unset>')
  writer.field(0, 'Completions', textOf(job.completions) || '<unset>')
  if (job.activeDeadlineSeconds !== undefined)
    writer.field(0, 'Active Deadline Seconds', `${textOf(job.activeDeadlineSeconds)}s`)
  writeTemplate(writer, fieldsOf(job.template))
  writer.field(0, 'Last Schedule Time', status.lastScheduleTime ? timeText(status.lastScheduleTime) : '<unset>')
  writer.field(
    0,
    'Active Jobs',
    itemsOf(status.active)
      .map(({ name }) => textOf(name))
      .join(', ') || '<none>',
  )
  await world.events(writer, object)
  return writer.text()
}
