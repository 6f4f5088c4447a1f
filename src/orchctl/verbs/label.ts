import { byText } from '../../machinery/by-text'
import { isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { changeCauseOf, RECORD_FLAG } from '../resources/record'
import { CHANGE_CAUSE, managerOf } from '../core/words'
import { PRINT_FLAGS } from '../print/printer'
import type { Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { fromFilesAsked, TARGET_FLAGS, targetsOf } from '../resources/targets'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { type MetadataChanges, type MetadataField, lengthOf, refuseOverwrites, splitArgs } from './label-change'
const LABELS: MetadataField = { verb: 'label', field: 'labels', done: 'labeled' }
const ANNOTATIONS: MetadataField = { verb: 'annotate', field: 'annotations', done: 'annotated' }

const command = (field: MetadataField, short: string): Command => ({
  name: field.verb,
  short,
  section: 'Settings Commands',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    ...TARGET_FLAGS,
    DRY_RUN_FLAG,
    RECORD_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf(field.verb),
      help: 'Name under which the fields are owned',
    },
    { name: 'list', type: 'bool', default: 'false', help: `List the ${field.field}` },
    { name: 'local', type: 'bool', default: 'false', help: 'Only show the objects of the files as they would become' },
    { name: 'overwrite', type: 'bool', default: 'false', help: 'Replace values that are there' },
    { name: 'resource-version', type: 'string', help: 'Only change an object that still has this version' },
  ],
  run: (call) => change(call, field),
})

/** The command `orchctl label`. */
export const LABEL = command(LABELS, 'Set or remove labels of objects')
/** The command `orchctl annotate`. */
export const ANNOTATE = command(ANNOTATIONS, 'Set or remove annotations of objects')

async function change(call: Call, field: MetadataField): Promise<void> {
  const { session, flags, args } = call
  const { targets, changes } = splitArgs(args, field)
  const listing = flags.bool('list')
  const kind = field.verb === 'label' ? 'label' : 'annotation'
  if (targets.length === 0 && flags.list('filename').length === 0 && !flags.string('kustomize'))
    throw new CommandError('one or more resources must be specified as <resource> <name> or <resource>/<name>')
  if (changes.set.size + changes.remove.length === 0 && !listing)
    throw new CommandError(`at least one ${kind} update is required`)
  if (flags.bool('local') && !fromFilesAsked(call))
    throw new CommandError('can only use local files by -f pod.yaml or --filename=pod.json when --local=true is set')
  if (flags.bool('all') && flags.string('selector'))
    throw new CommandError('cannot set --all and --selector at the same time')
  const reporter = await Reporter.of(session, flags)
  const cause = changeCauseOf(call)
  // Each failure with the index of the object that it concerns, or precedes: they are reported in that order.
  const failures: (readonly [at: number, error: unknown])[] = []
  const infos = await targetsOf(call, {
    args: targets,
    selectable: true,
    allIsMild: true,
    local: flags.bool('local'),
    failed: (error, before) => failures.push([before - 0.5, error]),
  })
  if (infos.length > 1 && flags.string('resource-version'))
    throw new CommandError('--resource-version may only be used with a single resource')
  const changing = changes.set.size + changes.remove.length > 0
  if (listing && !changing) showAll(call, infos, field)
  else
    for (const [at, info] of infos.entries())
      try {
        const { object, operation } = await changeOne(call, info, field, changes, cause)
        if (listing) showAll(call, [{ ...info, object }], field, infos.length > 1)
        else reporter.report(object, operation, field === LABELS)
      } catch (error) {
        failures.push([at, error])
      }
  throwAll(failures.sort(([a], [b]) => a - b).map(([, error]) => error))
}

function showAll(
  { session }: Call,
  infos: readonly Info[],
  { field }: MetadataField,
  several = infos.length > 1,
): void {
  for (const { object, resource, name } of infos) {
    if (several) session.out(`Listing ${field} for ${resource.kind}.${resource.group}/${name}:`)
    const entries = Object.entries(object.metadata[field] ?? {}).sort(([a], [b]) => byText(a, b))
    for (const [key, value] of entries) session.out(`${several ? ' ' : ''}${key}=${value}`)
  }
}

async function changeOne(
  call: Call,
  info: Info,
  field: MetadataField,
  { set, remove }: MetadataChanges,
  cause: string | undefined,
): Promise<{ object: ApiObject; operation: string }> {
  const { session, flags } = call
  const current = info.object.metadata[field.field] ?? {}
  if (!flags.bool('overwrite')) refuseOverwrites(current, set, field)
  const patch: Record<string, string | null> = {}
  let [added, removed] = [false, false]
  for (const [key, value] of set)
    if (current[key] !== value) {
      patch[key] = value
      added = true
    }
  for (const key of remove)
    if (Object.hasOwn(current, key)) {
      patch[key] = null
      removed = true
    } else if (field.verb === 'label') session.out(`label ${JSON.stringify(key)} not found.`)
  // An object without labels gets an empty map, which is a change.
  const made = info.object.metadata.labels === undefined && remove.length > 0
  // The reference client compares lengths, and reports the removal only if values can't have been replaced.
  const shorter = removed && !flags.bool('overwrite') && lengthOf(patch, current) < 0
  const operation =
    field.verb === 'annotate'
      ? field.done
      : shorter
        ? 'unlabeled'
        : added || removed || made
          ? field.done
          : 'not labeled'
  const dryRun = dryRunOf(session, flags)
  const version = flags.string('resource-version')
  const notes = cause === undefined ? {} : { [CHANGE_CAUSE]: cause }
  const body = {
    metadata: {
      ...(cause !== undefined && { annotations: notes }),
      [field.field]: field === ANNOTATIONS ? { ...patch, ...notes } : patch,
      ...(version && { resourceVersion: version }),
    },
  }
  // With --list, the result is only shown.
  if (flags.bool('local') || flags.bool('list') || dryRun === 'client') {
    const merged = Object.fromEntries(
      Object.entries({ ...current, ...patch }).filter((entry): entry is [string, string] => entry[1] !== null),
    )
    return { object: { ...info.object, metadata: { ...info.object.metadata, [field.field]: merged } }, operation }
  }
  if (Object.keys(patch).length === 0 && !version && cause === undefined) return { object: info.object, operation }
  const object = await new Objects(session).patch(info, 'merge', body, {
    dryRun,
    fieldManager: flags.string('field-manager'),
  })
  return { object: isObject(object) ? object : info.object, operation }
}
