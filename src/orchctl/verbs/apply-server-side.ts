import type { Query } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import { PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { takeOverClientSide } from '../apply/migrate-owner'
import { writeJson } from '../../machinery/json-text'
import { Objects } from '../resources/server'
import type { DryRun } from '../print/dry-run'
import { StatusError } from '../../client/status-error'

/** @throws CommandError for an object without a name: apply does not generate names */
export function requireApplyName({ name, object: { metadata } }: Info, nameless: string): void {
  if (!name && metadata.generateName)
    throw new CommandError(`from ${metadata.generateName}: cannot use generate name with apply`)
  if (!name) throw new CommandError(nameless)
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

/** Applies one object with server-side apply; resolves with it and the word for the report. */
export async function applyOnServer(
  call: Call,
  info: Info,
  dryRun: DryRun,
  checks: Query = {},
): Promise<[ApiObject, string]> {
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
    // A second apply removes fields that were taken over and are not in the file.
    return [await send(), 'serverside-applied']
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'Conflict' && error.message.startsWith('Apply failed'))
      throw new CommandError(`${error.message}\n${CONFLICT_ADVICE}`)
    throw error
  }
}
