import { StatusError } from '../../client/status-error'
import { twoWayPatch } from '../apply/patch'
import type { Call, Command } from '../core/command'
import { CommandError } from '../core/errors'
import { managerOf } from '../core/words'
import { goSyntax } from '../print/go-value'
import { PRINT_FLAGS, withoutManagers } from '../print/printer'
import { writeJson } from '../../machinery/json-text'
import { FILE_FLAGS } from '../resources/manifest-files'
import type { Manifest } from '../resources/manifest-objects'
import { type Info, resolveManifest } from '../resources/manifests'
import { changeCauseOf, withChangeCause, RECORD_FLAG } from '../resources/record'
import { Objects } from '../resources/server'
import { targetsOf } from '../resources/targets'
import { VALIDATE_FLAG, validationFor } from '../resources/validation'
import { groupResourceOf } from '../core/catalogue'
import { Reporter } from '../print/reporter'
import {
  type EditOutcome,
  editUntilSaved,
  LINE_ENDINGS_FLAG,
  OBJECT_HEADER,
  type Reason,
  refused,
  requireIdentity,
  unchanged,
} from './edit-session'

/** The command `orchctl edit`. */
export const EDIT: Command = {
  name: 'edit',
  short: 'Edit a resource on the server',
  section: 'Basic Commands (Intermediate)',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    RECORD_FLAG,
    VALIDATE_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('edit'),
      help: 'Name under which the fields are owned',
    },
    { name: 'output-patch', type: 'bool', default: 'false', help: 'Print the patch when something was changed' },
    { name: 'save-config', type: 'bool', default: 'false', help: 'Remember the configuration for a later apply' },
    { name: 'subresource', type: 'string', help: 'Subresource to edit' },
    LINE_ENDINGS_FLAG,
  ],
  run: editObjects,
}

async function editObjects(call: Call): Promise<void> {
  const { session, flags } = call
  const format = flags.string('output')
  if (format && format !== 'json' && format !== 'yaml')
    throw new CommandError(
      `unable to match a printer suitable for the output format ${JSON.stringify(format)}, allowed formats are: json,yaml`,
    )
  const subresource = flags.string('subresource') || undefined
  const infos = await targetsOf(call, { selectable: true, typeAlone: true, ...(subresource && { subresource }) })
  if (infos.length === 0) throw new CommandError('edit cancelled, no objects found')
  const cause = changeCauseOf(call)
  const reporter = await Reporter.of(session, flags)
  await editUntilSaved(call, infos, {
    header: OBJECT_HEADER,
    json: format === 'json',
    save: (edited) => saveAll(call, infos, edited, { reporter, cause }),
  })
}

async function saveAll(
  call: Call,
  infos: readonly Info[],
  edited: readonly Info[],
  { reporter, cause }: { reporter: Reporter; cause: string | undefined },
): Promise<EditOutcome> {
  const { session, flags } = call
  const outcome = { invalid: [] as Reason[], notFound: 0, retryable: 0 }
  for (const { object, resource } of edited) {
    const info = infos.find((one) => one.object.metadata.uid === object.metadata.uid)
    if (!info)
      throw new CommandError(`no original object found for &unstructured.Unstructured{Object:${goSyntax(object)}}`)
    if (unchanged(info.object, object)) {
      reporter.report(object, 'skipped')
      continue
    }
    requireIdentity(info.object, object)
    const patch = await twoWayPatch(
      session,
      info.resource,
      withoutManagers(info.object),
      withChangeCause(object, cause),
    )
    if (flags.bool('output-patch')) session.out(`Patch: ${writeJson(patch.body)}`)
    try {
      const saved = await new Objects(session).patch(info, patch.type, patch.body, {
        fieldManager: flags.string('field-manager'),
        subresource: flags.string('subresource') || undefined,
        query: await validationFor(session, flags, resource),
      })
      reporter.report(saved, 'edited')
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      const subject = `${groupResourceOf(info.resource)} ${JSON.stringify(info.name)}`
      if (error.reason === 'Invalid') {
        const causes = (error.details?.causes ?? []).map(({ field, message }) => `${field ?? ''}: ${message ?? ''}`)
        outcome.invalid.push(refused((line) => session.err(line), info, causes))
      } else if (error.reason === 'NotFound') {
        outcome.notFound++
        session.err(`error: ${subject} could not be found on the server`)
      } else {
        outcome.retryable++
        session.err(`error: ${subject} could not be patched: ${error.message}`)
      }
    }
  }
  return outcome
}

/** Opens the editor for each object before it is written, and writes the edited objects. */
export async function editManifests(
  call: Call,
  manifests: readonly Manifest[],
  write: (info: Info) => Promise<void>,
): Promise<void> {
  for (const manifest of manifests)
    await editUntilSaved(call, [await resolveManifest(call.session, manifest)], {
      header: OBJECT_HEADER,
      async save(edited) {
        for (const info of edited) await write(info)
        return undefined
      },
    })
}
