import { StatusError, type Query } from '../../client/client'
import { clone, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { threeWayPatch } from '../apply/patch'
import { pruneFlags, pruneObjects, pruneOptionsOf } from '../apply/prune'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll, usageError, withSource } from '../core/errors'
import { causeOf, noted, RECORD_FLAG } from '../resources/record'
import { managerOf, LAST_APPLIED, PROGRAM } from '../core/words'
import { compactJson } from '../print/json-text'
import { DRY_RUN_FLAG, dryRunOf, dryRunSuffix, objectName, PRINT_FLAGS, printerOf, type DryRun } from '../print/printer'
import { readManifests, resolveManifest, together, type Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { takeOverClientSide } from '../apply/migrate-owner'
import { parseJson, writeJson } from '../../machinery/json-text'
import { Objects } from '../resources/server'
import { VALIDATE_FLAG, validateManifest, validationOf } from '../resources/validation'
import { LAST_APPLIED_COMMANDS } from './apply-last-applied'
import { DELETE_FLAGS } from './deletion'
import { annotateLastApplied } from './create/generator'
import { selectByLabel } from './create/create'

const CLIENT_SIDE_MANAGER = managerOf('client-side-apply')

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
  const cause = causeOf(call)
  const prune = await pruneOptionsOf(call)
  const printer = await printerOf(session, flags)
  const errors: unknown[] = []
  const infos: Info[] = []
  const checks = new Map<Info, Query>()
  const unread: unknown[] = []
  for (const manifest of selectByLabel(flags.string('selector'), await readManifests(session, flags, unread)))
    try {
      const found = await resolveManifest(session, manifest, validationOf(flags) !== 'Ignore')
      const info = { ...found, object: noted(found.object, cause) }
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

const infoText = ({ resource: { group, version, name: plural, kind }, name, namespace }: Info): string =>
  `Resource: ${JSON.stringify(`${group}/${version}, Resource=${plural}`)}, GroupVersionKind: ${JSON.stringify(`${group}/${version}, Kind=${kind}`)}\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}`

/** @throws CommandError for an object without a name: an apply does not make names */
function requireApplyName({ name, object: { metadata } }: Info, nameless: string): void {
  if (!name && metadata.generateName)
    throw new CommandError(`from ${metadata.generateName}: cannot use generate name with apply`)
  if (!name) throw new CommandError(nameless)
}

async function applyOne(call: Call, info: Info, dryRun: DryRun, query: Query = {}): Promise<[ApiObject, string]> {
  const { session, flags } = call
  const objects = new Objects(session)
  requireApplyName(
    info,
    `error when retrieving current configuration of:\n${infoText(info)}\nfrom server for: ${JSON.stringify(info.source ?? '')}: resource name may not be empty`,
  )
  const modified = clone(info.object) as unknown as JsonObject
  annotateLastApplied(modified)
  const options = { dryRun, fieldManager: flags.string('field-manager'), query }
  let current: ApiObject | undefined
  try {
    current = await objects.find(info)
  } catch (error) {
    throw withSourceText(`retrieving current configuration of:\n${infoText(info)}\nfrom server for:`, info, error)
  }
  if (!current) {
    if (dryRun === 'client') return [modified as unknown as ApiObject, 'created']
    try {
      return [await objects.create(info.resource, info.namespace, modified, options), 'created']
    } catch (error) {
      throw withSource('creating', info.source, error)
    }
  }
  if (dryRun !== 'client') warnBefore(call, info, current)
  const patch = await threeWayPatch(session, info.resource, {
    original: lastApplied(current),
    modified,
    current: current as unknown as Json,
  })
  // These belong to the server and to the moment at which the text was written.
  if (Object.keys(patch.body).length === 0) return [current, 'unchanged']
  // What would become of it only the server knows: without asking it, what is there is shown.
  if (dryRun === 'client') return [current, 'configured']
  try {
    const saved = await objects.patch(info, patch.type, patch.body, options)
    return [saved, 'configured']
  } catch (error) {
    if (
      error instanceof StatusError &&
      flags.bool('force') &&
      (error.reason === 'Conflict' || error.reason === 'Invalid')
    )
      return [await replaceByForce(call, info, modified), 'configured']
    throw withSourceText(`applying patch:\n${compactJson(patch.body)}\nto:\n${infoText(info)}\nfor:`, info, error)
  }
}

function withSourceText(verb: string, info: Info, error: unknown): unknown {
  return withSource(verb, info.source, error)
}

/** What was applied last; undefined when the object doesn't say. */
export function lastApplied(object: ApiObject): Json | undefined {
  const text = object.metadata.annotations?.[LAST_APPLIED]
  return text === undefined ? undefined : (parseJson(text) as Json)
}

function warnBefore({ session }: Call, { resource, name }: Info, current: ApiObject): void {
  if (current.metadata.annotations?.[LAST_APPLIED] === undefined)
    session.err(
      `Warning: resource ${resource.name}/${name} is missing the ${LAST_APPLIED} annotation which is required by ${PROGRAM} apply. ${PROGRAM} apply should only be used on resources created declaratively by either ${PROGRAM} create --save-config or ${PROGRAM} apply. The missing annotation will be patched automatically.`,
    )
  if (current.metadata.deletionTimestamp)
    session.err(`Warning: Detected changes to resource ${name} which is currently being deleted.`)
}

async function replaceByForce(call: Call, info: Info, modified: JsonObject): Promise<ApiObject> {
  const { session, flags } = call
  const objects = new Objects(session)
  const seconds = flags.int('grace-period')
  await objects.delete(info, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
  })
  return objects.create(info.resource, info.namespace, modified, { fieldManager: flags.string('field-manager') })
}

const CONFLICT_ADVICE = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://orch.io/docs/reference/using-api/server-side-apply/#conflicts`

async function applyOnServer(call: Call, info: Info, dryRun: DryRun, checks: Query = {}): Promise<[ApiObject, string]> {
  const { session, flags } = call
  requireApplyName(info, 'resource name may not be empty')
  const subresource = flags.string('subresource') || undefined
  const fieldManager = flags.changed('field-manager') ? flags.string('field-manager') : PROGRAM
  const query = {
    ...checks,
    force: flags.bool('force-conflicts'),
  }
  const send = (): Promise<ApiObject> =>
    new Objects(session).patch(info, 'apply', writeJson(info.object), { dryRun, fieldManager, query, subresource })
  try {
    const saved = await send()
    if (!(await takeOverClientSide(session, info, saved, fieldManager, dryRun))) return [saved, 'serverside-applied']
    // What was taken over and is not in the file goes with the next apply: that is now.
    return [await send(), 'serverside-applied']
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'Conflict' && error.message.startsWith('Apply failed'))
      throw new CommandError(`${error.message}\n${CONFLICT_ADVICE}`)
    throw error
  }
}
