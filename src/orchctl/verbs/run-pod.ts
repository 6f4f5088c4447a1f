import type { JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, usageError } from '../core/errors'
import { changeCauseOf, withChangeCause, RECORD_FLAG } from '../resources/record'
import { managerOf } from '../core/words'
import { PRINT_FLAGS } from '../print/printer'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { mergeSchemaOf } from '../apply/merge-schema'
import { statusOf } from '../describe/common'
import { sleep } from '../../machinery/clock'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { DELETE_FLAGS, deleteIfThere, propagationOf } from './deletion'
import { overridden } from './run-overrides'
import { ATTACH } from './processes'
import { annotateLastApplied, requireFlags } from './create/generator'
import { podOf, serviceOf } from './run-objects'

/** The command `orchctl run`. */
export const RUN: Command = {
  name: 'run',
  short: 'Run a particular image on the cluster',
  section: 'Basic Commands (Beginner)',
  flags: [
    ...PRINT_FLAGS,
    ...FILE_FLAGS,
    ...DELETE_FLAGS.map((flag) => (flag.name === 'wait' ? { ...flag, default: 'false' } : flag)),
    DRY_RUN_FLAG,
    { name: 'annotations', type: 'strings', help: 'Annotation, as KEY=VALUE' },
    { name: 'attach', type: 'bool', default: 'false', help: 'Not supported: there are no processes to attach to' },
    { name: 'command', type: 'bool', default: 'false', help: 'What follows -- replaces the command of the image' },
    { name: 'env', type: 'strings', help: 'Variable, as KEY=VALUE' },
    { name: 'expose', type: 'bool', default: 'false', help: 'Also create a service for the port' },
    { name: 'field-manager', type: 'string', default: managerOf('run'), help: 'Name under which the fields are owned' },
    { name: 'image', type: 'string', help: 'Image to run' },
    { name: 'image-pull-policy', type: 'string', help: 'Always, IfNotPresent or Never' },
    { name: 'labels', short: 'l', type: 'string', help: 'Labels of the pod' },
    {
      name: 'leave-stdin-open',
      type: 'bool',
      default: 'false',
      help: 'Keep standard input open for later attachments',
    },
    {
      name: 'override-type',
      type: 'string',
      default: 'merge',
      help: 'How overrides are put in: json, merge or strategic',
    },
    { name: 'overrides', type: 'string', help: 'JSON to merge into the pod' },
    {
      name: 'pod-running-timeout',
      type: 'duration',
      default: '1m0s',
      help: 'How long to wait for a pod to run before attaching to it',
    },
    { name: 'port', type: 'string', help: 'Port that the container opens' },
    { name: 'privileged', type: 'bool', default: 'false', help: 'Run the container privileged' },
    { name: 'quiet', short: 'q', type: 'bool', default: 'false', help: 'Say less' },
    { name: 'restart', type: 'string', default: 'Always', help: 'Always, OnFailure or Never' },
    RECORD_FLAG,
    { name: 'rm', type: 'bool', default: 'false', help: 'Delete the pod, and the service, after it was attached to' },
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'stdin', short: 'i', type: 'bool', default: 'false', help: 'Give the container a standard input' },
    { name: 'tty', short: 't', type: 'bool', default: 'false', help: 'Give the container a terminal' },
  ],
  run: runPod,
}

const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
/** The syntax of image names: host and port, path, tag and digest. */
const IMAGE_REFERENCE = new RegExp(
  `^(?:(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?/)?${PATH_PART}(?:/${PATH_PART})*(?::\\w[\\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
)

/** @throws CommandError for a value that a pod can't have */
function checkChoices({ flags, path }: Call): void {
  const restart = flags.string('restart')
  if (!['Always', 'OnFailure', 'Never', ''].includes(restart))
    throw usageError(path, `invalid restart policy: ${restart}`)
  const pull = flags.string('image-pull-policy')
  if (!['Always', 'IfNotPresent', 'Never', ''].includes(pull))
    throw usageError(path, `invalid image pull policy: ${pull}`)
}

function checkImage(image: string): void {
  if (!image) throw new CommandError('--image is required')
  if (!IMAGE_REFERENCE.test(image))
    throw new CommandError(`Invalid image name ${JSON.stringify(image)}: invalid reference format`)
}

async function runPod(call: Call): Promise<void> {
  const { session, flags, args, path, dashAt } = call
  const [name, ...words] = args
  requireFlags(call, ['image'])
  if (name === undefined || dashAt === 0) throw usageError(path, 'NAME is required for run')
  checkImage(flags.string('image'))
  if (flags.bool('tty') && !flags.bool('stdin'))
    throw usageError(path, '-i/--stdin is required for containers with -t/--tty=true')
  if (flags.bool('expose') && !flags.string('port'))
    throw usageError(path, '--port must be set when exposing a service')
  const attach = flags.bool('attach') || (flags.bool('stdin') && !flags.changed('attach'))
  if (flags.bool('rm') && !attach) throw usageError(path, '--rm should only be used for attached containers')
  if (attach && dryRunOf(session, flags) !== 'none')
    throw usageError(
      path,
      "--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
    )
  checkChoices(call)
  const propagation = propagationOf(call)
  const reporter = await Reporter.of(session, flags)
  const overrides = flags.string('overrides')
  const plain = podOf(call, name, words)
  const pods = async () => mergeSchemaOf(session, await requireResource(await session.discovery(), 'pods'))
  const changed = overrides ? await overridden(plain, overrides, flags.string('override-type'), pods) : plain
  const pod = withChangeCause(changed, changeCauseOf(call))
  if (flags.bool('expose')) {
    await create(call, reporter, 'services', serviceOf(call, name))
    // The reference client separates the two documents here, in addition to its printer.
    if (flags.string('output') === 'yaml') session.out('---')
  }
  // When attaching to the pod, only its own output is shown.
  await create(call, attach ? undefined : reporter, 'pods', pod)
  if (!attach) return
  try {
    await attachTo(call, name)
  } finally {
    if (flags.bool('rm')) await removeCreated(call, name, propagation)
  }
}

/** Deletes what the command created, whether or not attaching succeeded. Of the deletion flags, only cascade applies. */
async function removeCreated(call: Call, name: string, propagation: string): Promise<void> {
  const { session, flags } = call
  const { name: namespace } = await session.namespace()
  for (const type of ['pods', ...(flags.bool('expose') ? ['services'] : [])]) {
    const resource = await requireResource(await session.discovery(), type)
    const deletion = { dryRun: 'none' as const, gracePeriod: -1, propagation, force: false }
    await deleteIfThere(call, { resource, namespace, name }, deletion, flags.bool('quiet'))
  }
}

/** Waits until the pod runs or has ended, and requests its streams, which the server refuses. */
async function attachTo(call: Call, name: string): Promise<void> {
  const { session, flags } = call
  const { clock, signal } = session.io
  const { name: namespace } = await session.namespace()
  const place = { resource: await requireResource(await session.discovery(), 'pods'), namespace, name }
  const end = clock.now() + flags.duration('pod-running-timeout')
  for (;;) {
    const { phase } = statusOf(await new Objects(session).get(place))
    if (phase !== 'Pending' && phase !== undefined) break
    if (clock.now() >= end) throw new CommandError('timed out waiting for the condition')
    await sleep(clock, 250, signal)
  }
  await ATTACH.run?.({ ...call, args: [name] })
}

/** Creates an object, and reports it with `reporter`, if any. */
async function create(
  { session, flags }: Call,
  reporter: Reporter | undefined,
  type: string,
  object: JsonObject,
): Promise<void> {
  const dryRun = dryRunOf(session, flags)
  if (flags.bool('save-config')) annotateLastApplied(object)
  const { name: namespace, explicit } = await session.namespace()
  const placed =
    explicit || dryRun !== 'client'
      ? { ...object, metadata: { ...(object.metadata as JsonObject), namespace } }
      : object
  if (dryRun === 'client') return reporter?.report(placed as unknown as ApiObject, 'created')
  const resource = await requireResource(await session.discovery(), type)
  const options = { dryRun, fieldManager: flags.string('field-manager') }
  const created = await new Objects(session).create(resource, namespace, placed, options)
  reporter?.report(created, 'created')
}
