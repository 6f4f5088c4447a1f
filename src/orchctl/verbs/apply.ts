import type { Query } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { pruneFlags, pruneObjects, pruneOptionsOf } from '../apply/prune'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll, usageError } from '../core/errors'
import { changeCauseOf, withChangeCause, RECORD_FLAG } from '../resources/record'
import { objectName, PRINT_FLAGS, printerOf } from '../print/printer'
import { type Info, readManifests, resolveManifest, selectByLabel, together } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { VALIDATE_FLAG, validateManifest, validationOf } from '../resources/validation'
import { DRY_RUN_FLAG, dryRunOf, dryRunSuffix } from '../print/dry-run'
import { LAST_APPLIED_COMMANDS } from './apply-last-applied'
import { DELETE_FLAGS } from './deletion'
import { applyOnServer } from './apply-server-side'
import { applyOne, CLIENT_SIDE_MANAGER } from './apply-client-side'

/** The command `orchctl apply`. */
export const APPLY: Command = {
  name: 'apply',
  short: 'Apply a configuration to a resource by file name or stdin',
  section: 'Advanced Commands',
  long: 'Creates what is not there and changes what is, so that it is as the files say. Fields that others have set stay as they are.',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    ...DELETE_FLAGS.map((flag) => (flag.name === 'wait' ? { ...flag, default: 'false' } : flag)),
    DRY_RUN_FLAG,
    RECORD_FLAG,
    VALIDATE_FLAG,
    ...pruneFlags,
    {
      name: 'field-manager',
      type: 'string',
      default: CLIENT_SIDE_MANAGER,
      help: 'Name under which the fields are owned',
    },
    {
      name: 'force-conflicts',
      type: 'bool',
      default: 'false',
      help: 'With --server-side: take fields over from their owners',
    },
    { name: 'openapi-patch', type: 'bool', default: 'true', help: "Use the server's schemas to make patches" },
    { name: 'overwrite', type: 'bool', default: 'true', help: 'Overwrite values that others have changed' },
    { name: 'subresource', type: 'string', help: 'Subresource to apply to, with --server-side' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels of the objects of the files that are meant' },
    { name: 'server-side', type: 'bool', default: 'false', help: 'Let the server merge and record owners' },
  ],
  commands: LAST_APPLIED_COMMANDS,
  run: apply,
}

async function apply(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(' ')}]`)
  if (flags.list('filename').length === 0 && !flags.string('kustomize'))
    throw new CommandError('must specify one of -f and -k')
  const server = flags.bool('server-side')
  const dryRun = dryRunOf(session, flags)
  if (flags.string('subresource') && !server)
    throw new CommandError('--subresource can only be specified for --server-side')
  if (flags.bool('force') && server) throw new CommandError('--force cannot be used with --server-side')
  if (flags.bool('force-conflicts') && !server)
    throw new CommandError('--force-conflicts only works with --server-side')
  if (dryRun === 'client' && server)
    throw new CommandError("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)")
  const cause = changeCauseOf(call)
  const prune = await pruneOptionsOf(call)
  const printer = await printerOf(session, flags)
  const errors: unknown[] = []
  const infos: Info[] = []
  const checks = new Map<Info, Query>()
  const unread: unknown[] = []
  for (const manifest of selectByLabel(flags.string('selector'), await readManifests(session, flags, unread)))
    try {
      const found = await resolveManifest(session, manifest, validationOf(flags) !== 'Ignore')
      const info = { ...found, object: withChangeCause(found.object, cause) }
      checks.set(info, await validateManifest(session, flags, info.resource, info.object, info.source ?? ''))
      infos.push(info)
    } catch (error) {
      unread.push(error)
    }
  errors.push(...together(unread))
  await prune?.before(infos)
  const applied: ApiObject[] = []
  for (const info of infos)
    try {
      const labelled = prune?.label(info) ?? info
      const [object, operation] = server
        ? await applyOnServer(call, labelled, dryRun, checks.get(info))
        : await applyOne(call, labelled, dryRun, checks.get(info))
      applied.push(object)
      if (!printer) session.out(`${objectName(object)} ${operation}${dryRunSuffix(dryRun)}`)
      else if (flags.string('output') === 'name') session.io.stdout(printer.print(object, 0))
    } catch (error) {
      errors.push(error)
    }
  if (applied.length === 0 && errors.length === 0) throw new CommandError('no objects passed to apply')
  if (printer && flags.string('output') !== 'name' && applied.length > 0) {
    const [only] = applied
    const list = { apiVersion: 'v1', kind: 'List', metadata: {}, items: applied }
    session.io.stdout(printer.print(applied.length === 1 && only ? only : list, 0))
  }
  if (prune && errors.length === 0) await pruneObjects(call, prune, applied, dryRun)
  throwAll(errors)
}
