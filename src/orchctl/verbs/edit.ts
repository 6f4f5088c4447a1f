import { isObject, type Json } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import { StatusError } from '../../client/client'
import type { Call, Command } from '../core/command'
import { CommandError, explainError } from '../core/errors'
import { managerOf, PROGRAM } from '../core/words'
import { indentedJson } from '../print/json-text'
import { PRINT_FLAGS, Reporter, withoutManagers } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { twoWayPatch } from '../apply/patch'
import { resolveManifest, type Info } from '../resources/manifests'
import { parseManifests, type Manifest } from '../resources/manifest-objects'
import { FILE_FLAGS } from '../resources/manifest-files'
import { causeOf, noted, RECORD_FLAG } from '../resources/record'
import { Objects } from '../resources/server'
import { targetsOf, TARGET_FLAGS } from '../resources/targets'
import { VALIDATE_FLAG } from '../resources/validation'

export const EDIT: Command = {
  name: 'edit',
  short: 'Edit an object of the server',
  section: 'Basic Commands (Intermediate)',
  usage: '(TYPE NAME | -f FILE)',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    ...TARGET_FLAGS.filter(({ name }) => name === 'all-namespaces' || name === 'selector'),
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
  ],
  run: editObjects,
}

const HEADER = `# Please edit the object below. Lines beginning with a '#' will be ignored,
# and an empty file will abort the edit. If an error occurs while saving this file will be
# reopened with the relevant failures.
#
`
const withoutComments = (text: string): string => text.replace(/^#.*\n?/gm, '')

/** The text as the person left it; undefined when nothing is to be done. */
async function ask(call: Call, content: string, extension: string, note = ''): Promise<string> {
  const { io } = call.session
  if (!io.edit) throw new CommandError('there is no editor here')
  return io.edit(`${PROGRAM}-edit-${Math.floor(io.clock.now()) % 1_000_000_000}.${extension}`, HEADER + note + content)
}

async function editObjects(call: Call): Promise<void> {
  const { session, flags } = call
  const infos = await targetsOf(call, { selectable: true })
  if (infos.length === 0) throw new CommandError('edit cancelled, no objects found')
  const cause = causeOf(call)
  const json = flags.string('output') === 'json'
  const reporter = await Reporter.of(session, flags)
  const shown = infos.map(({ object }) => withoutManagers(object))
  const [only] = shown
  const whole =
    shown.length === 1 && only
      ? only
      : { apiVersion: 'v1', kind: 'List', metadata: {}, items: shown as unknown as Json[] }
  const original = json ? `${indentedJson(whole)}\n` : yamlText(whole)
  let note = ''
  let content = original
  for (;;) {
    const answer = await ask(call, content, json ? 'json' : 'yaml', note)
    const edited = withoutComments(answer)
    if (edited === withoutComments(content)) {
      if (note) {
        await keepCopy(call, answer, json ? 'json' : 'yaml')
        throw new CommandError('Edit cancelled, no valid changes were saved.')
      }
      session.err('Edit cancelled, no changes made.')
      return
    }
    if (edited.trim() === '') {
      session.err('Edit cancelled, saved file was empty.')
      return
    }
    try {
      await saveAll(call, infos, readEdited(edited, infos), { reporter, cause })
      return
    } catch (error) {
      if (!(error instanceof StatusError || error instanceof CommandError)) throw error
      const { text } = explainError(error)
      note = `${text
        .split('\n')
        .map((line) => `# ${line}`)
        .join('\n')}\n#\n`
      content = edited
      session.err(text)
    }
  }
}

/** @throws CommandError that names the object for a text that can't be read */
function readEdited(text: string, [first]: readonly Info[]): Manifest[] {
  try {
    return parseManifests(text, 'edited-file')
  } catch (error) {
    if (!(error instanceof CommandError) || !first) throw error
    throw new CommandError(`${first.resource.name} ${JSON.stringify(first.name)} is invalid`)
  }
}

/** What a person wrote and could not save stays in a file. */
async function keepCopy({ session }: Call, text: string, extension: string): Promise<void> {
  const { io } = session
  const path = `${(io.env.TMPDIR ?? '/tmp').replace(/\/$/, '')}/${PROGRAM}-edit-${Math.floor(io.clock.now()) % 1_000_000_000}.${extension}`
  await io.files.write(path, text)
  session.err(`A copy of your changes has been stored to ${JSON.stringify(path)}`)
}

async function saveAll(
  call: Call,
  infos: readonly Info[],
  edited: readonly Manifest[],
  { reporter, cause }: { reporter: Reporter; cause: string | undefined },
): Promise<void> {
  const { session, flags } = call
  for (const { object } of edited) {
    const info = infos.find(
      (one) =>
        one.name === object.metadata.name &&
        one.object.kind === object.kind &&
        one.namespace === (object.metadata.namespace ?? ''),
    )
    if (!info) throw new CommandError('At least one of apiVersion, kind and name was changed')
    const patch = await twoWayPatch(session, info.resource, withoutManagers(info.object), noted(object, cause))
    if (!isObject(patch.body) || Object.keys(patch.body).length === 0) {
      reporter.report(info.object, 'skipped')
      continue
    }
    if (flags.bool('output-patch')) session.out(`Patch: ${writeJson(patch.body)}`)
    const saved = await new Objects(session).patch(info, patch.type, patch.body, {
      fieldManager: flags.string('field-manager'),
      subresource: flags.string('subresource') || undefined,
    })
    reporter.report(saved, 'edited')
  }
}

/** Lets a person change what is about to be written, one object after the other, and writes what was changed. */
export async function editManifests(
  call: Call,
  manifests: readonly Manifest[],
  write: (info: Info) => Promise<void>,
): Promise<void> {
  const { session } = call
  for (const { object } of manifests) {
    const text = yamlText(object)
    const edited = withoutComments(await ask(call, text, 'yaml'))
    if (edited === text) session.err('Edit cancelled, no changes made.')
    else if (edited.trim() === '') session.err('Edit cancelled, saved file was empty.')
    else
      for (const manifest of parseManifests(edited, 'edited-file'))
        await write(await resolveManifest(session, manifest))
  }
}
