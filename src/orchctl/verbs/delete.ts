import { StatusError } from '../../client/client'
import { sleep } from '../../machinery/clock'
import type { Call, Command } from '../core/command'
import { kindNameOf } from '../core/discovery'
import { CommandError, throwAll, withSource } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { PROGRAM } from '../core/words'
import { DRY_RUN_FLAG, dryRunOf, dryRunSuffix, type DryRun } from '../print/printer'
import { FILE_FLAGS, readManifests, requireFiles, resolveManifest, together } from '../resources/manifests'
import { select } from '../resources/select'
import { Objects, type Place } from '../resources/server'
import { fromFilesAsked } from '../resources/targets'

/** Flags of commands that delete objects. */
export const DELETE_FLAGS: readonly Flag[] = [
  {
    name: 'cascade',
    type: 'string',
    default: 'background',
    bare: 'background',
    help: 'What happens to dependents: background, orphan or foreground',
  },
  { name: 'force', type: 'bool', default: 'false', help: 'Delete at once, without waiting for a graceful end' },
  {
    name: 'grace-period',
    type: 'int',
    default: '-1',
    help: 'Seconds for a graceful end; negative leaves it to the object',
  },
  { name: 'timeout', type: 'duration', default: '0s', help: 'How long to wait; 0 waits as long as the object says' },
  { name: 'wait', type: 'bool', default: 'true', help: 'Wait until the objects are gone' },
]

export const DELETE: Command = {
  name: 'delete',
  short: 'Delete objects by file, name or label',
  section: 'Basic Commands (Intermediate)',
  usage: '([-f FILE] | TYPE [(NAME | -l label | --all)])',
  examples: [
    `${PROGRAM} delete pod web`,
    `${PROGRAM} delete pods,services -l app=web`,
    `${PROGRAM} delete -f web.yaml`,
  ],
  flags: [
    ...FILE_FLAGS,
    ...DELETE_FLAGS,
    DRY_RUN_FLAG,
    { name: 'all', type: 'bool', default: 'false', help: 'All objects of the types given' },
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'In all namespaces' },
    { name: 'field-selector', type: 'string', help: 'Fields to select by' },
    { name: 'ignore-not-found', type: 'bool', default: 'false', help: 'Exit with 0 when an object does not exist' },
    { name: 'interactive', short: 'i', type: 'bool', default: 'false', help: 'Ask before deleting' },
    { name: 'now', type: 'bool', default: 'false', help: 'As soon as possible: the same as --grace-period=1' },
    { name: 'output', short: 'o', type: 'string', help: 'name prints only the names' },
    { name: 'raw', type: 'string', help: 'Path to delete' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels to select by' },
  ],
  run: runDelete,
}

export interface Deletion {
  readonly dryRun: DryRun
  readonly gracePeriod: number
  readonly propagation: string
  readonly force: boolean
}

const POLICIES: Readonly<Record<string, string>> = {
  background: 'Background',
  true: 'Background',
  orphan: 'Orphan',
  false: 'Orphan',
  foreground: 'Foreground',
}

/** What the two truth values meant, in today's words. */
const OLD_CASCADE: Readonly<Record<string, string>> = { true: 'background', false: 'orphan' }

/** How objects are to go; says what force means, unless `quiet`. @throws CommandError for flags that don't go together */
export function deletionOf(call: Call, quiet = false): Deletion {
  const { flags, session } = call
  const dryRun = dryRunOf(session, flags)
  const propagation = POLICIES[flags.string('cascade')]
  if (!propagation)
    throw new CommandError(
      `invalid cascade value (${flags.string('cascade')}). Must be "background", "foreground", or "orphan"`,
    )
  const old = OLD_CASCADE[flags.string('cascade')]
  if (old !== undefined)
    session.err(
      `warning: --cascade=${flags.string('cascade')} is deprecated (boolean value) and can be replaced with --cascade=${old}.`,
    )
  const force = flags.bool('force')
  let gracePeriod = flags.int('grace-period')
  if (flags.has('now') && flags.bool('now')) {
    if (gracePeriod !== -1) throw new CommandError('--now and --grace-period cannot be specified together')
    gracePeriod = 1
  }
  if (gracePeriod === 0 && !force) gracePeriod = 1
  if (force && gracePeriod < 0) gracePeriod = 0
  if (force && gracePeriod > 0)
    throw new CommandError('--force and --grace-period greater than 0 cannot be specified together')
  if (force && gracePeriod === 0 && !quiet)
    session.err(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
    )
  return { dryRun, gracePeriod, propagation, force }
}

interface Target extends Place {
  readonly source?: string | undefined
}

async function runDelete(call: Call): Promise<void> {
  const { session, flags } = call
  if (flags.string('raw')) {
    await requireFiles(session, flags)
    session.io.stdout(await (await session.api()).text('DELETE', flags.string('raw')))
    return
  }
  if (flags.string('output') && flags.string('output') !== 'name')
    throw new CommandError(`unexpected -o output mode: ${flags.string('output')}. We only support '-o name'`)
  const selecting = Boolean(flags.string('selector') || flags.string('field-selector') || flags.bool('all'))
  if (flags.bool('all') && flags.string('selector'))
    throw new CommandError('cannot set --all and --selector at the same time')
  const deletion = deletionOf(call)
  const { targets, unread } = await targetsOf(call, selecting)
  const errors: unknown[] = []
  const ignore = flags.bool('ignore-not-found') || (selecting && !flags.changed('ignore-not-found'))
  if (
    targets.some(({ resource }) => !resource.namespaced) &&
    (flags.bool('all-namespaces') || (await session.namespace()).explicit)
  )
    session.err('Warning: deleting cluster-scoped resources, not scoped to the provided namespace')
  if (flags.bool('interactive') && !(await confirmed(call, targets))) return
  const gone: { place: Target; uid: string }[] = []
  for (const target of targets) {
    try {
      const uid = await deleteOne(call, target, deletion)
      if (uid) gone.push({ place: target, uid })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'NotFound' && ignore) continue
      errors.push(withSource('deleting', target.source, error))
    }
  }
  if (targets.length === 0 && unread.length === 0) session.out('No resources found')
  if (flags.bool('wait') && deletion.dryRun === 'none') await waitUntilGone(call, gone, flags)
  throwAll([...errors, ...unread])
}

async function confirmed({ session }: Call, targets: readonly Target[]): Promise<boolean> {
  session.out(`You are about to delete the following ${targets.length} resource(s):`)
  for (const { resource, name } of targets) session.out(`${kindNameOf(resource)}/${name}`)
  session.io.stdout('Do you want to continue? (y/n): ')
  const answer = new TextDecoder().decode(await session.io.stdin()).trim()
  if (/^y(es)?$/i.test(answer)) return true
  session.out('deletion is cancelled')
  return false
}

async function targetsOf(call: Call, selecting: boolean): Promise<{ targets: Target[]; unread: unknown[] }> {
  const { session, flags, args } = call
  if (fromFilesAsked(call)) {
    const targets: Target[] = []
    const unread: unknown[] = []
    for (const manifest of await readManifests(session, flags, unread))
      try {
        targets.push(await resolveManifest(session, manifest))
      } catch (error) {
        unread.push(error)
      }
    return { targets, unread: together(unread) }
  }
  const everywhere = flags.bool('all-namespaces')
  const { named, collections } = await select(session, args, { selecting, allNamespaces: everywhere })
  const namespace = everywhere ? '' : (await session.namespace()).name
  const targets: Target[] = named.map(({ resource, name }) => ({
    resource,
    name,
    namespace: resource.namespaced ? namespace : '',
  }))
  const query = {
    labelSelector: flags.string('selector') || undefined,
    fieldSelector: flags.string('field-selector') || undefined,
  }
  for (const resource of collections) {
    if (!resource.verbs.includes('list')) continue
    for (const { metadata } of await new Objects(session).list(resource, namespace, query))
      targets.push({ resource, name: metadata.name ?? '', namespace: metadata.namespace ?? '' })
  }
  return { targets, unread: [] }
}

/** Deletes one object and says so; resolves with its UID when it is to be waited for. */
export async function deleteOne(
  { session, flags }: Call,
  place: Place,
  deletion: Deletion,
): Promise<string | undefined> {
  const { dryRun, gracePeriod, propagation, force } = deletion
  const objects = new Objects(session)
  let uid: string | undefined
  if (dryRun === 'client') await objects.get(place)
  else {
    const answer = await objects.delete(place, {
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: propagation,
      ...(gracePeriod >= 0 && { gracePeriodSeconds: gracePeriod }),
      ...(dryRun === 'server' && { dryRun: ['All'] }),
    })
    const details = (answer as unknown as { details?: { uid?: string } }).details
    uid = answer.kind === 'Status' ? details?.uid : answer.metadata.uid
  }
  const name = kindNameOf(place.resource)
  if (flags.has('output') && flags.string('output') === 'name') session.out(`${name}/${place.name}`)
  else session.out(`${name} "${place.name}" ${force ? 'force deleted' : 'deleted'}${dryRunSuffix(dryRun)}`)
  return uid
}

const POLL_MS = 100

/** Waits until each object is gone, or another one has its name. */
export async function waitUntilGone(
  call: Call,
  gone: readonly { place: Place; uid: string }[],
  flags: FlagValues,
): Promise<void> {
  const { session } = call
  const { clock, signal } = session.io
  const objects = new Objects(session)
  const timeout = flags.duration('timeout')
  const end = clock.now() + (timeout > 0 ? timeout : 7 * 24 * 3_600_000)
  for (const { place, uid } of gone)
    for (let pause = POLL_MS; ; pause = Math.min(pause * 1.5, 2000)) {
      try {
        const object = await objects.find(place)
        if (!object || object.metadata.uid !== uid) break
      } catch (error) {
        // Who may delete need not be allowed to read: then there is nothing to wait for.
        if (error instanceof StatusError && (error.code === 403 || error.code === 405)) break
        throw error
      }
      if (clock.now() >= end)
        throw new CommandError(`timed out waiting for the condition on ${place.resource.name}/${place.name}`)
      await sleep(clock, pause, signal)
    }
}
