import { sleep } from '../../machinery/clock'
import { at, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { changeCauseOf, withChangeCause, recordChangeCauseLater, RECORD_FLAG } from '../resources/record'
import { managerOf } from '../core/words'
import { textOf } from '../describe/common'
import { PRINT_FLAGS } from '../print/printer'
import type { Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { fromFilesAsked, TARGET_FLAGS, targetsOf } from '../resources/targets'
import { type Catalogue, findKind } from '../core/catalogue'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { requireFlags } from './create/generator'

/** The command `orchctl scale`. */
export const SCALE: Command = {
  name: 'scale',
  short: 'Set a new size for a deployment, replica set, or replication controller',
  section: 'Deploy Commands',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    ...TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector'),
    DRY_RUN_FLAG,
    RECORD_FLAG,
    { name: 'current-replicas', type: 'int', default: '-1', help: 'Only when there are this many now' },
    { name: 'replicas', type: 'int', default: '0', help: 'The new number' },
    { name: 'resource-version', type: 'string', help: 'Only an object that still has this version' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long to wait until it is so; 0 does not wait' },
  ],
  run: scale,
}

async function scale(call: Call): Promise<void> {
  const { session, flags } = call
  requireFlags(call, ['replicas'])
  const replicas = flags.int('replicas')
  if (replicas < 0)
    throw new CommandError('The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0')
  const reporter = await Reporter.of(session, flags)
  const missing: unknown[] = []
  const infos = await targetsOf(call, {
    selectable: true,
    // For objects in files, only the scale is read.
    local: fromFilesAsked(call),
    failed: (error) => missing.push(error),
  })
  if (infos.length === 0)
    throw new CommandError(`no objects passed to scale ${missing.map(messageOf).join(', ')}`.trimEnd())
  // As in the reference client, the first refusal ends the command; missing objects are reported after the others are scaled.
  const cause = changeCauseOf(call)
  for (const info of infos) {
    await scaleOne(call, info, replicas)
    if (dryRunOf(session, flags) === 'none') await recordChangeCauseLater(call, info, cause)
    reporter.report(info.object, 'scaled')
  }
  throwAll(missing)
}

async function scaleOne(call: Call, info: Info, replicas: number): Promise<void> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  if (dryRun === 'client') return
  const objects = new Objects(session)
  const [wanted, version] = [flags.int('current-replicas'), flags.string('resource-version')]
  if (wanted >= 0 || version) {
    const current = await objects.get(info, { subresource: 'scale' })
    const now = at(current, 'spec', 'replicas') ?? 0
    if (wanted >= 0 && now !== wanted) throw new CommandError(`Expected replicas to be ${wanted}, was ${textOf(now)}`)
    if (version && current.metadata.resourceVersion !== version)
      throw new CommandError(
        `Expected resource version to be ${version}, was ${current.metadata.resourceVersion ?? ''}`,
      )
    const changed = { ...current, spec: { ...(current.spec as object), replicas } }
    await objects.replace(info, changed, { subresource: 'scale', dryRun, fieldManager: managerOf('scale') })
  } else
    await objects.patch(
      info,
      'merge',
      { spec: { replicas } },
      { subresource: 'scale', dryRun, fieldManager: managerOf('scale') },
    )
  const timeout = flags.duration('timeout')
  if (timeout > 0 && dryRun === 'none') await waitForReplicas(call, info, replicas, timeout)
}

async function waitForReplicas({ session }: Call, info: Info, replicas: number, timeout: number): Promise<void> {
  const { clock, signal } = session.io
  const end = clock.now() + timeout
  for (;;) {
    const object = await new Objects(session).get(info)
    if (at(object, 'status', 'replicas') === replicas || (replicas === 0 && !at(object, 'status', 'replicas'))) return
    if (clock.now() >= end) throw new CommandError(`timed out waiting for ${JSON.stringify(info.name)} to be synced`)
    await sleep(clock, 200, signal)
  }
}

/** The command `orchctl autoscale`. */
export const AUTOSCALE: Command = {
  name: 'autoscale',
  short: 'Auto-scale a deployment, replica set, stateful set, or replication controller',
  section: 'Deploy Commands',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    {
      name: 'cpu-percent',
      type: 'int',
      default: '-1',
      help: 'Average use of CPU to aim at, in percent of what is requested',
    },
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('autoscale'),
      help: 'Name under which the fields are owned',
    },
    { name: 'max', type: 'int', default: '-1', help: 'The most replicas' },
    { name: 'min', type: 'int', default: '-1', help: 'The fewest replicas' },
    RECORD_FLAG,
    { name: 'name', type: 'string', help: 'Name of the autoscaler; that of the object when absent' },
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
  ],
  run: autoscale,
}

/** @throws CommandError for a kind without a scale */
function refuseUnscalable({ resources }: Catalogue, { resource: { group, version, name, kind } }: Info): void {
  if (resources.some((one) => one.group === group && one.version === version && one.name === `${name}/scale`)) return
  throw new CommandError(
    `cannot autoscale a ${kind}: could not find scale subresource for ${group}/${version}, Resource=${name} in discovery information`,
  )
}

async function autoscale(call: Call): Promise<void> {
  const { session, flags } = call
  requireFlags(call, ['max'])
  const [min, max, percent] = [flags.int('min'), flags.int('max'), flags.int('cpu-percent')]
  if (max < 1) throw new CommandError(`--max=MAXPODS is required and must be at least 1, max: ${max}`)
  if (max < min)
    throw new CommandError(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`)
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const catalogue = await (await session.discovery()).catalogue()
  const cause = changeCauseOf(call)
  const second = findKind(catalogue, 'autoscaling/v2', 'HorizontalPodAutoscaler')
  const resource = second ?? findKind(catalogue, 'autoscaling/v1', 'HorizontalPodAutoscaler')
  if (!resource) throw new CommandError('the server has no horizontalpodautoscalers')
  const errors: unknown[] = []
  for (const info of await targetsOf(call, { failed: (error) => errors.push(error) })) {
    const { apiVersion = '', kind = '' } = info.object
    try {
      refuseUnscalable(catalogue, info)
    } catch (error) {
      errors.push(error)
      continue
    }
    const metrics = [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: percent } } },
    ]
    const newer = second !== undefined || dryRun === 'client'
    const plain: JsonObject = {
      apiVersion: newer ? 'autoscaling/v2' : 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { creationTimestamp: null, name: flags.string('name') || info.name },
      spec: {
        maxReplicas: max,
        ...(min > 0 && { minReplicas: min }),
        scaleTargetRef: { apiVersion, kind, name: info.name },
        ...(percent >= 0 && (newer ? { metrics } : { targetCPUUtilizationPercentage: percent })),
      },
      ...(newer && { status: { currentMetrics: null, desiredReplicas: 0 } }),
    }
    const object = withChangeCause(plain, cause)
    if (dryRun === 'client') {
      reporter.report(object as unknown as ApiObject, 'autoscaled')
      continue
    }
    const options = { dryRun, fieldManager: flags.string('field-manager') }
    try {
      reporter.report(await new Objects(session).create(resource, info.namespace, object, options), 'autoscaled')
    } catch (error) {
      errors.push(error)
    }
  }
  throwAll(errors)
}
