import type { Json, JsonObject } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { LAST_APPLIED, managerOf } from '../core/words'
import { compactJson, indentedJson } from '../print/json-text'
import { DRY_RUN_FLAG, dryRunOf, PRINT_FLAGS, Reporter } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { readManifests, resolveManifest, together } from '../resources/manifests'
import { parseManifests } from '../resources/manifest-objects'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { TARGET_FLAGS, targetsOf } from '../resources/targets'
import { annotateLastApplied } from './create/generator'

const noAnnotation = (name: string): CommandError =>
  new CommandError(`no last-applied-configuration annotation found on resource: ${name}`)

async function view(call: Call): Promise<void> {
  const { session, flags } = call
  const format = flags.string('output') || 'yaml'
  if (format !== 'json' && format !== 'yaml')
    throw new CommandError(`Unexpected -o output mode: ${format}, the flag 'output' must be one of yaml|json`)
  for (const { object, name } of await targetsOf(call, { selectable: true, typeAlone: true })) {
    const text = object.metadata.annotations?.[LAST_APPLIED]
    if (text === undefined) throw noAnnotation(name)
    const value = parseJson(text) as Json
    session.io.stdout(format === 'json' ? `${indentedJson(value, '  ')}\n` : yamlText(value))
  }
}

async function set(call: Call): Promise<void> {
  const { session, flags } = call
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
      if (dryRun === 'client') {
        reporter.report(current, 'configured')
        continue
      }
      const patch = { metadata: { annotations: { [LAST_APPLIED]: text } } }
      reporter.report(
        await objects.patch(info, 'merge', patch, { dryRun, fieldManager: managerOf('last-applied') }),
        'configured',
      )
    } catch (error) {
      errors.push(error)
    }
  throwAll([...errors, ...together(unread)])
}

async function edit(call: Call): Promise<void> {
  const { session, flags } = call
  const { io } = session
  if (!io.edit) throw new CommandError('there is no editor here')
  const reporter = await Reporter.of(session, flags)
  for (const info of await targetsOf(call, { selectable: true })) {
    const text = info.object.metadata.annotations?.[LAST_APPLIED]
    if (text === undefined) throw noAnnotation(info.name)
    const before = yamlText(parseJson(text))
    const after = await io.edit('last-applied.yaml', before)
    if (after === before) {
      session.err('Edit cancelled, no changes made.')
      continue
    }
    const [manifest] = parseManifests(after, 'edited-file')
    if (!manifest) throw new CommandError('Edit cancelled, saved file was empty.')
    const patch = { metadata: { annotations: { [LAST_APPLIED]: `${compactJson(manifest.object)}\n` } } }
    reporter.report(
      await new Objects(session).patch(info, 'merge', patch, { fieldManager: managerOf('edit') }),
      'edited',
    )
  }
}

const SELECTING = TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector')

/** Commands about the annotation that an apply compares with. */
export const LAST_APPLIED_COMMANDS: readonly Command[] = [
  {
    name: 'edit-last-applied',
    short: 'Edit what was applied last',
    usage: '(TYPE NAME | -f FILE)',
    flags: [...FILE_FLAGS, ...PRINT_FLAGS, ...SELECTING],
    run: edit,
  },
  {
    name: 'set-last-applied',
    short: 'Say that a file is what was applied last',
    usage: '-f FILE',
    flags: [
      ...FILE_FLAGS,
      ...PRINT_FLAGS,
      DRY_RUN_FLAG,
      { name: 'create-annotation', type: 'bool', default: 'false', help: 'Also on objects without the annotation' },
    ],
    run: set,
  },
  {
    name: 'view-last-applied',
    short: 'Show what was applied last',
    usage: '(TYPE [NAME | -l label] | TYPE/NAME | -f FILE)',
    flags: [
      ...FILE_FLAGS,
      ...SELECTING,
      { name: 'output', short: 'o', type: 'string', default: 'yaml', help: 'yaml or json' },
    ],
    run: view,
  },
]
