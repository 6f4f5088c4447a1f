import { StatusError } from '../../client/status-error'
import type { JsonObject } from '../../machinery/json'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll, withSource } from '../core/errors'
import { LAST_APPLIED, managerOf } from '../core/words'
import { PRINT_FLAGS } from '../print/printer'
import { readManifests, resolveManifest, together, type Info } from '../resources/manifests'
import { filesOf, FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { VALIDATE_FLAG, validateManifest, validationOf } from '../resources/validation'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { annotateLastApplied } from './create/generator'
import { DELETE_FLAGS, deleteOne, deletionOf, waitUntilGone } from './deletion'

/** The command `orchctl replace`. */
export const REPLACE: Command = {
  name: 'replace',
  short: 'Replace a resource by file name or stdin',
  section: 'Advanced Commands',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    ...DELETE_FLAGS.map((flag) => (flag.name === 'wait' ? { ...flag, default: 'false' } : flag)),
    DRY_RUN_FLAG,
    VALIDATE_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('replace'),
      help: 'Name under which the fields are owned',
    },
    { name: 'raw', type: 'string', help: 'Path to put the file to, as it is' },
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'subresource', type: 'string', help: 'Subresource to replace' },
  ],
  run: replace,
}

async function replace(call: Call): Promise<void> {
  const { session, flags } = call
  if (flags.list('filename').length === 0 && !flags.string('kustomize'))
    throw new CommandError('must specify one of -f and -k')
  const force = flags.bool('force')
  if (force && dryRunOf(session, flags) !== 'none')
    throw new CommandError('--dry-run can not be used when --force is set')
  if (flags.int('grace-period') >= 0 && !force) throw new CommandError('--grace-period must have --force specified')
  if (flags.duration('timeout') !== 0 && !force) throw new CommandError('--timeout must have --force specified')
  if (flags.string('raw')) {
    if (flags.list('filename').length !== 1) throw new CommandError('--raw can only use a single local file or stdin')
    const api = await session.api()
    for await (const { text } of filesOf(session, flags))
      session.io.stdout(await api.text('PUT', flags.string('raw'), { body: text }))
    return
  }
  const reporter = await Reporter.of(session, flags)
  const errors: unknown[] = []
  const unread: unknown[] = []
  const manifests = await readManifests(session, flags, unread)
  if (manifests.length === 0) throw new CommandError('no objects passed to replace')
  for (const manifest of manifests)
    try {
      const info = await resolveManifest(session, manifest, validationOf(flags) !== 'Ignore')
      if (force) await recreate(call, info, reporter)
      else await replaceOne(call, info, reporter)
    } catch (error) {
      errors.push(error)
    }
  throwAll([...errors, ...together(unread)])
}

async function replaceOne(call: Call, info: Info, reporter: Reporter): Promise<void> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const objects = new Objects(session)
  const query = await validateManifest(session, flags, info.resource, info.object, info.source ?? '')
  const object = { ...info.object } as unknown as JsonObject
  try {
    if (flags.bool('save-config') || info.object.metadata.annotations?.[LAST_APPLIED] !== undefined)
      annotateLastApplied(object)
    if (dryRun === 'client') return reporter.report(info.object, 'replaced')
    reporter.report(
      await objects.replace(info, object, {
        dryRun,
        fieldManager: flags.string('field-manager'),
        query,
        subresource: flags.string('subresource') || undefined,
      }),
      'replaced',
    )
  } catch (error) {
    throw withSource('replacing', info.source, error)
  }
}

async function recreate(call: Call, info: Info, reporter: Reporter): Promise<void> {
  const { session, flags } = call
  const deletion = { ...deletionOf(call, true), force: false }
  const query = await validateManifest(session, flags, info.resource, info.object, info.source ?? '')
  try {
    const uid = await deleteOne(call, info, deletion)
    if (uid) await waitUntilGone(call, [{ place: info, uid }], flags)
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'NotFound')) throw withSource('deleting', info.source, error)
  }
  const { resourceVersion: _version, ...metadata } = info.object.metadata
  const object = { ...info.object, metadata }
  const options = { dryRun: deletion.dryRun, fieldManager: flags.string('field-manager'), query }
  reporter.report(await new Objects(session).create(info.resource, info.namespace, object, options), 'replaced')
}
