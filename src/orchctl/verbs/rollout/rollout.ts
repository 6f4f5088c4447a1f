import { timestamp } from '../../../machinery/clock'
import { isObject, type JsonObject } from '../../../machinery/json'
import type { Call, Command } from '../../core/command'
import { CommandError, throwAll } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { managerOf, PROGRAM } from '../../core/words'
import { PRINT_FLAGS } from '../../print/printer'
import type { Info } from '../../resources/manifests'
import { FILE_FLAGS } from '../../resources/manifest-files'
import { fromFilesAsked, TARGET_FLAGS, targetsOf } from '../../resources/targets'
import { type PodSpecChange, changeObjects, requirePodSpec } from '../set/pod-specs'
import { groupResourceOf } from '../../core/catalogue'
import { DRY_RUN_FLAG } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'
import { showHistory, undo } from './history'
import { followStatus } from './status'

const LOOKING: readonly Flag[] = [
  ...FILE_FLAGS,
  ...PRINT_FLAGS,
  ...TARGET_FLAGS.filter(({ name }) => name === 'selector'),
]
const COMMON: readonly Flag[] = [
  ...LOOKING,
  {
    name: 'field-manager',
    type: 'string',
    default: managerOf('rollout'),
    help: 'Name under which the fields are owned',
  },
]
const RESTARTED = `${PROGRAM}.orch.io/restartedAt`

/** `error: deployments.apps "web"`: the prefix of messages about one object, even if there are several. */
const subject = ({ resource, name }: Info): string => `error: ${groupResourceOf(resource)} ${JSON.stringify(name)}`
const specIn = (object: JsonObject): JsonObject => (isObject(object.spec) ? object.spec : {})

const pauseCommand = (name: 'pause' | 'resume', short: string): Command => ({
  name,
  short,
  flags: COMMON,
  run: (call) =>
    changeWorkloads(call, {
      operation: name === 'pause' ? 'paused' : 'resumed',
      apply(object, info) {
        if (info.resource.kind !== 'Deployment')
          throw new CommandError(`${subject(info)} ${name === 'pause' ? 'pausing' : 'resuming'} is not supported`)
        const spec = specIn(object)
        if ((spec.paused === true) === (name === 'pause'))
          throw new CommandError(`${subject(info)} ${name === 'pause' ? 'is already paused' : 'is not paused'}`)
        if (name === 'pause') spec.paused = true
        else delete spec.paused
      },
    }),
})

const RESTART: Command = {
  name: 'restart',
  short: 'Restart a resource',
  flags: COMMON,
  run: (call) =>
    changeWorkloads(call, {
      operation: 'restarted',
      apply(object, info) {
        if (!['Deployment', 'DaemonSet', 'StatefulSet'].includes(info.resource.kind))
          throw new CommandError(`${subject(info)} restarting is not supported`)
        if (specIn(object).paused === true)
          throw new CommandError(`${subject(info)} can't restart paused deployment (run rollout resume first)`)
        requirePodSpec(object)
        const template = specIn(object).template as JsonObject
        const metadata = isObject(template.metadata) ? template.metadata : {}
        const annotations = isObject(metadata.annotations) ? metadata.annotations : {}
        const now = timestamp(call.session.io.clock.now())
        if (annotations[RESTARTED] === now)
          throw new CommandError(
            `failed to create patch for ${info.name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
          )
        template.metadata = { ...metadata, annotations: { ...annotations, [RESTARTED]: now } }
      },
    }),
}

/** @throws CommandError if neither words nor files name anything */
function requireTarget(call: Call): void {
  if (call.args.length === 0 && !fromFilesAsked(call)) throw new CommandError('required resource not specified')
}

async function eachTarget(call: Call, work: (info: Info) => Promise<void>): Promise<void> {
  requireTarget(call)
  const errors: unknown[] = []
  const infos = await targetsOf(call, { selectable: true, typeAlone: true, failed: (error) => errors.push(error) })
  for (const info of infos)
    try {
      await work(info)
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

async function changeWorkloads(call: Call, change: Omit<PodSpecChange, 'targets'>): Promise<void> {
  requireTarget(call)
  await changeObjects(call, { ...change, targets: call.args, typeAlone: true })
}

const UNDO: Command = {
  name: 'undo',
  short: 'Undo a previous rollout',
  flags: [
    ...LOOKING,
    DRY_RUN_FLAG,
    { name: 'to-revision', type: 'int', default: '0', help: 'Revision to go back to; 0 is the one before' },
  ],
  async run(call) {
    const reporter = await Reporter.of(call.session, call.flags)
    await eachTarget(call, async (info) => reporter.report(info.object, await undo(call, info)))
  },
}

const STATUS: Command = {
  name: 'status',
  short: 'Show the status of the rollout',
  flags: [
    ...FILE_FLAGS,
    ...TARGET_FLAGS.filter(({ name }) => name === 'selector'),
    { name: 'revision', type: 'int', default: '0', help: 'Only follow this revision' },
    { name: 'timeout', type: 'duration', default: '0s', help: 'How long to follow; 0 has no end' },
    { name: 'watch', short: 'w', type: 'bool', default: 'true', help: 'Follow until the rollout has ended' },
  ],
  run: (call) => eachTarget(call, (info) => followStatus(call, info)),
}

const HISTORY: Command = {
  name: 'history',
  short: 'View rollout history',
  flags: [...LOOKING, { name: 'revision', type: 'int', default: '0', help: 'Show this revision in detail' }],
  run: (call) => eachTarget(call, (info) => showHistory(call, info)),
}

/** The commands below `orchctl rollout`. */
export const ROLLOUT: Command = {
  name: 'rollout',
  short: 'Manage the rollout of a resource',
  section: 'Deploy Commands',
  bare: 'prints',
  long: 'Manage the rollout of one or many resources.\n        \n Valid resource types include:\n\n  *  deployments\n  *  daemonsets\n  *  statefulsets',
  commands: [
    HISTORY,
    pauseCommand('pause', 'Mark the provided resource as paused'),
    RESTART,
    pauseCommand('resume', 'Resume a paused resource'),
    STATUS,
    UNDO,
  ],
}
