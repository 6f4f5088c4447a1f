import { equal, type Json, type JsonObject } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll, usageError } from '../core/errors'
import { LAST_APPLIED, managerOf, PROGRAM } from '../core/words'
import { compactJson, indentedJson } from '../print/json-text'
import { PRINT_FLAGS } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { FILE_FLAGS } from '../resources/manifest-files'
import { type Info, readManifests, resolveManifest, together } from '../resources/manifests'
import { Objects } from '../resources/server'
import { VALIDATE_FLAG } from '../resources/validation'
import { NOTHING_NAMED } from '../resources/select'
import { fromFilesAsked, TARGET_FLAGS, targetsOf } from '../resources/targets'
import type { ApiObject } from '../../machinery/object'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { annotateLastApplied } from './create/generator'
import { editUntilSaved, LINE_ENDINGS_FLAG, unchanged } from './edit-session'

const noAnnotation = (name: string): CommandError =>
  new CommandError(`no last-applied-configuration annotation found on resource: ${name}`)

async function view(call: Call): Promise<void> {
  const { session, flags } = call
  const format = flags.string('output') || 'yaml'
  if (format !== 'json' && format !== 'yaml')
    throw usageError(call.path, `Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`)
  // With an explicit namespace, a type alone selects all of its objects: it counts as a selector then, and conflicts with --all.
  const typeAlone = (await session.namespace()).explicit
  if (typeAlone && flags.bool('all')) throw new CommandError("setting 'all' parameter but found a non empty selector. ")
  const applied: Json[] = []
  for (const { object, name, source } of await targetsOf(call, { selectable: true, typeAlone })) {
    const text = object.metadata.annotations?.[LAST_APPLIED]
    if (text !== undefined) applied.push(parseJson(text) as Json)
    // An object without the annotation is skipped, unless it comes from a file: then nothing is shown.
    else if (source)
      throw new CommandError(`error when ${noAnnotation(name).message}\n ${JSON.stringify(source)}: <nil>`)
  }
  for (const value of applied) session.io.stdout(format === 'json' ? `${indentedJson(value, '  ')}\n` : yamlText(value))
}

async function set(call: Call): Promise<void> {
  const { session, flags } = call
  if (!fromFilesAsked(call)) throw new CommandError(NOTHING_NAMED)
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const objects = new Objects(session)
  const errors: unknown[] = []
  const unread: unknown[] = []
  for (const manifest of await readManifests(session, flags, unread))
    try {
      const info = await resolveManifest(session, manifest)
      const current = await objects.get(info)
      if (current.metadata.annotations?.[LAST_APPLIED] === undefined && !flags.bool('create-annotation'))
        throw new CommandError(
          `${noAnnotation(info.name).message}, to create the annotation, run the command with --create-annotation`,
        )
      const annotated = { ...info.object } as unknown as JsonObject
      annotateLastApplied(annotated)
      const { annotations } = annotated.metadata as { annotations: Record<string, string> }
      const text = annotations[LAST_APPLIED] ?? ''
      const old = current.metadata.annotations?.[LAST_APPLIED]
      if (old !== undefined && equal(parseJson(old), parseJson(text))) {
        session.out(`set-last-applied ${info.name}: no changes required.`)
        continue
      }
      if (dryRun === 'client') {
        reporter.report(current, 'configured')
        continue
      }
      const patch = { metadata: { annotations: { [LAST_APPLIED]: text } } }
      reporter.report(
        // The fields belong to the program's own manager, not to one for this command.
        await objects.patch(info, 'merge', patch, { dryRun, fieldManager: PROGRAM }),
        'configured',
      )
    } catch (error) {
      errors.push(error)
    }
  throwAll([...errors, ...together(unread)])
}

async function edit(call: Call): Promise<void> {
  const { session, flags } = call
  const reporter = await Reporter.of(session, flags)
  const applied: Info[] = []
  for (const info of await targetsOf(call, { selectable: true, typeAlone: true })) {
    const text = info.object.metadata.annotations?.[LAST_APPLIED]
    if (text !== undefined) applied.push({ ...info, object: parseJson(text) as ApiObject })
  }
  if (applied.length === 0)
    throw new CommandError(
      `no last-applied-configuration annotation found on resources, to create the annotation, use command \`${PROGRAM} apply set-last-applied --create-annotation\``,
    )
  await editUntilSaved(call, applied, {
    header: HEADER,
    async save(edited) {
      for (const [at, info] of edited.entries()) {
        const before = applied[at]
        if (before && unchanged(before.object, info.object)) {
          reporter.report(info.object, 'skipped')
          continue
        }
        const patch = { metadata: { annotations: { [LAST_APPLIED]: `${compactJson(info.object)}\n` } } }
        const saved = await new Objects(session).patch(info, 'merge', patch, { fieldManager: managerOf('edit') })
        reporter.report(saved, 'edited')
      }
      return undefined
    },
  })
}

const HEADER = `# Please edit the 'last-applied-configuration' annotations below.
# Lines beginning with a '#' will be ignored, and an empty file will abort the edit.
#
`

const SELECTING = TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector')

/** Commands about the last-applied annotation. */
export const LAST_APPLIED_COMMANDS: readonly Command[] = [
  {
    name: 'edit-last-applied',
    short: 'Edit latest last-applied-configuration annotations of a resource/object',
    flags: [
      ...FILE_FLAGS,
      ...PRINT_FLAGS,
      VALIDATE_FLAG,
      LINE_ENDINGS_FLAG,
      {
        name: 'field-manager',
        type: 'string',
        default: managerOf('client-side-apply'),
        help: 'Name under which the fields are owned',
      },
    ],
    run: edit,
  },
  {
    name: 'set-last-applied',
    short: 'Set the last-applied-configuration annotation on a live object to match the contents of a file',
    flags: [
      ...FILE_FLAGS.filter(({ name }) => name === 'filename'),
      ...PRINT_FLAGS,
      DRY_RUN_FLAG,
      { name: 'create-annotation', type: 'bool', default: 'false', help: 'Also on objects without the annotation' },
    ],
    run: set,
  },
  {
    name: 'view-last-applied',
    short: 'View the latest last-applied-configuration annotations of a resource/object',
    flags: [
      ...FILE_FLAGS,
      ...SELECTING,
      { name: 'output', short: 'o', type: 'string', default: 'yaml', help: 'yaml or json' },
    ],
    run: view,
  },
]
