import { StatusError } from '../../client/status-error'
import type { Call, Command } from '../core/command'
import { CommandError, PlainError, throwAll, withSource } from '../core/errors'
import { FILE_FLAGS, filesOf, requireFiles } from '../resources/manifest-files'
import { readManifests, resolveManifest, together } from '../resources/manifests'
import { selectedPlaces, selectsCollections } from '../resources/places'
import { NOTHING_NAMED } from '../resources/select'
import type { Place } from '../resources/server'
import { fromFilesAsked } from '../resources/targets'
import { kindNameOf } from '../core/catalogue'
import { DRY_RUN_FLAG } from '../print/dry-run'
import { DELETE_FLAGS, deleteOne, deletionOf, waitUntilGone } from './deletion'

/** The command `orchctl delete`. */
export const DELETE: Command = {
  name: 'delete',
  short: 'Delete resources by file names, stdin, resources and names, or by resources and label selector',
  section: 'Basic Commands (Intermediate)',
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

interface Target extends Place {
  readonly source?: string | undefined
}

async function runDelete(call: Call): Promise<void> {
  const { session, flags, args } = call
  if (flags.string('raw')) {
    await requireFiles(session, flags)
    const api = await session.api()
    if (flags.list('filename').length === 0) session.io.stdout(await api.text('DELETE', flags.string('raw')))
    for await (const { text } of filesOf(session, flags))
      session.io.stdout(await api.text('DELETE', flags.string('raw'), { body: text, contentType: 'application/json' }))
    return
  }
  if (flags.string('output') && flags.string('output') !== 'name')
    throw new CommandError(`unexpected -o output mode: ${flags.string('output')}. We only support '-o name'`)
  const selecting = selectsCollections(call)
  if (flags.bool('all') && flags.string('selector'))
    throw new CommandError("setting 'all' parameter but found a non empty selector. ")
  if (args.length === 0 && !fromFilesAsked(call) && !selecting) throw new CommandError(NOTHING_NAMED)
  const deletion = deletionOf(call)
  const { targets, unread } = await targetsOf(call)
  const errors: unknown[] = []
  const ignore = flags.bool('ignore-not-found') || (selecting && !flags.changed('ignore-not-found'))
  if (
    targets.some(({ resource }) => !resource.namespaced) &&
    (flags.bool('all-namespaces') || (await session.namespace()).explicit)
  )
    session.err('Warning: deleting cluster-scoped resources, not scoped to the provided namespace')
  if (flags.bool('interactive') && !(await confirmed(call, targets))) return
  let passed = false
  const gone: { place: Target; uid: string }[] = []
  for (const target of targets) {
    try {
      const uid = await deleteOne(call, target, deletion)
      if (uid) gone.push({ place: target, uid })
    } catch (error) {
      if (error instanceof StatusError && error.reason === 'NotFound' && ignore) {
        passed = true
        continue
      }
      errors.push(withSource('deleting', target.source, error))
    }
  }
  if (targets.length === 0 && unread.length === 0) session.out('No resources found')
  if (flags.bool('wait') && deletion.dryRun === 'none') await waitUntilGone(call, gone, flags)
  const failed = [...errors, ...unread]
  // A single remaining failure of several is printed in the form of several.
  if (passed && failed.length === 1 && failed[0] instanceof CommandError && fromFilesAsked(call))
    throw new PlainError(failed[0].message)
  throwAll(failed)
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

async function targetsOf(call: Call): Promise<{ targets: Target[]; unread: unknown[] }> {
  const { session, flags } = call
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
  return { targets: await selectedPlaces(call, ({ verbs }) => verbs.includes('list')), unread: [] }
}
