import { type PatchType, PATCH_MEDIA } from '../../client/client'
import { decodeYaml } from '../../machinery/decode-yaml'
import { equal, isObject, type Json } from '../../machinery/json'
import { applyJsonPatch } from '../../machinery/json-patch'
import { applyMergePatch } from '../../machinery/merge-patch'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'
import { applyStrategicMergePatch } from '../../machinery/strategic-merge-patch'
import { mergeSchemaOf } from '../apply/merge-schema'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { changeCauseOf, recordChangeCauseLater, RECORD_FLAG } from '../resources/record'
import { managerOf } from '../core/words'
import { fromUtf8 } from '../../machinery/base64'
import { messageOf } from '../../machinery/message-of'
import { FileMissing } from '../core/io'
import { resolvePath } from '../core/paths'
import { PRINT_FLAGS } from '../print/printer'
import type { Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { targetsOf } from '../resources/targets'
import { DRY_RUN_FLAG, dryRunOf } from '../print/dry-run'
import { Reporter } from '../print/reporter'
import { StatusError } from '../../client/status-error'

/** The command `orchctl patch`. */
export const PATCH: Command = {
  name: 'patch',
  short: 'Update fields of a resource',
  section: 'Advanced Commands',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    RECORD_FLAG,
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('patch'),
      help: 'Name under which the fields are owned',
    },
    { name: 'local', type: 'bool', default: 'false', help: 'Only show the object of the file as it would become' },
    { name: 'patch', short: 'p', type: 'string', help: 'The patch, as JSON or YAML' },
    { name: 'patch-file', type: 'string', help: 'File with the patch' },
    { name: 'subresource', type: 'string', help: 'Subresource to patch' },
    { name: 'type', type: 'string', default: 'strategic', help: 'json, merge or strategic' },
  ],
  run: patch,
}

async function patch(call: Call): Promise<void> {
  const { session, flags } = call
  const text = flags.string('patch')
  const file = flags.string('patch-file')
  if (text && file) throw new CommandError('cannot specify --patch and --patch-file together')
  if (!text && !file)
    throw new CommandError('must specify --patch or --patch-file containing the contents of the patch')
  const type = flags.string('type').toLowerCase()
  if (!['json', 'merge', 'strategic'].includes(type))
    throw new CommandError(`--type must be one of [json merge strategic], not ${JSON.stringify(type)}`)
  if (flags.bool('local') && call.args.length > 0) throw new CommandError('cannot specify --local and server resources')
  const source = file ? await patchFile(call, file) : text
  const patch = patchText(source)
  const reporter = await Reporter.of(session, flags, true)
  const cause = changeCauseOf(call)
  const errors: unknown[] = []
  const infos = await targetsOf(call, {
    failed: (error) => errors.push(error),
    local: flags.bool('local'),
    ...(flags.string('subresource') && { subresource: flags.string('subresource') }),
  })
  for (const info of infos)
    try {
      const { object, changed } = await patchOne(call, info, type as PatchType, patch)
      if (dryRunOf(session, flags) === 'none')
        await recordChangeCauseLater(call, info, cause, flags.string('field-manager'))
      reporter.report(object, changed ? 'patched' : 'patched (no change)', true)
    } catch (error) {
      errors.push(error)
    }
  if (infos.length === 0 && errors.length === 0) throw new CommandError('no objects passed to patch')
  throwAll(errors)
}

async function patchFile({ session: { io } }: Call, file: string): Promise<string> {
  try {
    return fromUtf8(await io.files.read(resolvePath(io.cwd, file)))
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    throw new CommandError(`unable to read patch file: open ${file}: no such file or directory`)
  }
}

/** The patch as sent. Text that looks like JSON is sent unchanged, so that the server reports its errors. */
function patchText(text: string): string {
  return text.trimStart().startsWith('{') ? text : writeJson(parsed(text))
}

function parsed(text: string): Json {
  try {
    return decodeYaml(text).value
  } catch (error) {
    throw new CommandError(
      `unable to parse ${JSON.stringify(text)}: ${messageOf(error).replace(/^the text is not YAML: /, 'yaml: ')}`,
    )
  }
}

async function patchOne(
  call: Call,
  info: Info,
  type: PatchType,
  text: string,
): Promise<{ object: ApiObject; changed: boolean }> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  if (flags.bool('local') || dryRun === 'client') {
    const object = await patchLocally(call, info, type, parsed(text))
    return { object, changed: !equal(object, info.object) }
  }
  try {
    const object = await new Objects(session).patch(info, type, text, {
      dryRun,
      fieldManager: flags.string('field-manager'),
      subresource: flags.string('subresource') || undefined,
    })
    return { object, changed: !equal(withoutVersion(object), withoutVersion(info.object)) }
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'UnsupportedMediaType') throw error
    const { group, version, kind } = info.resource
    throw new CommandError(
      `${PATCH_MEDIA[type]} is not supported by ${group}/${version}, Kind=${kind}: ${error.message}`,
    )
  }
}

/** An object without the fields that every write changes, to detect whether a patch changed anything. */
function withoutVersion(object: ApiObject): unknown {
  const { resourceVersion: _version, managedFields: _managers, ...metadata } = object.metadata
  return { ...object, metadata }
}

async function patchLocally(
  { session }: Call,
  { object, resource }: Info,
  type: PatchType,
  body: Json,
): Promise<ApiObject> {
  const document = object as unknown as Json
  const result =
    type === 'json'
      ? applyJsonPatch(document, body)
      : type === 'merge'
        ? applyMergePatch(document, body)
        : applyStrategicMergePatch(document, body, await mergeSchemaOf(session, resource))
  if (!isObject(result)) throw new CommandError('the patch leaves no object')
  return result as unknown as ApiObject
}
