import { StatusError } from '../../client/status-error'
import { sleep } from '../../machinery/clock'
import type { JsonObject } from '../../machinery/json'
import type { Call } from '../core/command'
import { CommandError } from '../core/errors'
import type { Flag, FlagValues } from '../core/flags'
import { Objects, type Place } from '../resources/server'
import { kindNameOf } from '../core/catalogue'
import { type DryRun, dryRunOf, dryRunSuffix } from '../print/dry-run'

/** Flags of commands that delete objects. */
export const DELETE_FLAGS: readonly Flag[] = [
  {
    name: 'cascade',
    type: 'string',
    default: 'background',
    bare: 'background',
    help: 'What happens to dependents: background, orphan or foreground',
  },
  { name: 'force', type: 'bool', default: 'false', help: 'Delete at once, without waiting for a graceful end' },
  {
    name: 'grace-period',
    type: 'int',
    default: '-1',
    help: 'Seconds for a graceful end; negative leaves it to the object',
  },
  { name: 'timeout', type: 'duration', default: '0s', help: 'How long to wait; 0 waits as long as the object says' },
  { name: 'wait', type: 'bool', default: 'true', help: 'Wait until the objects are gone' },
]

/** How a command deletes objects: grace period, propagation policy, waiting. */
export interface Deletion {
  readonly dryRun: DryRun
  readonly gracePeriod: number
  readonly propagation: string
  readonly force: boolean
}

const POLICIES: Readonly<Record<string, string>> = {
  background: 'Background',
  true: 'Background',
  orphan: 'Orphan',
  false: 'Orphan',
  foreground: 'Foreground',
}

/** The current names of the two boolean values. */
const OLD_CASCADE: Readonly<Record<string, string>> = { true: 'background', false: 'orphan' }

/** The propagation policy for `--cascade`. @throws CommandError for an unknown value */
export function propagationOf({ flags, session }: Call): string {
  const cascade = flags.string('cascade')
  const propagation = POLICIES[cascade]
  if (!propagation)
    throw new CommandError(`invalid cascade value (${cascade}). Must be "background", "foreground", or "orphan"`)
  const old = OLD_CASCADE[cascade]
  if (old !== undefined)
    session.err(
      `warning: --cascade=${cascade} is deprecated (boolean value) and can be replaced with --cascade=${old}.`,
    )
  return propagation
}

/** The deletion options of the flags; warns about force unless `quiet` is set. @throws CommandError for incompatible flags */
export function deletionOf(call: Call, quiet = false): Deletion {
  const { flags, session } = call
  const dryRun = dryRunOf(session, flags)
  const propagation = propagationOf(call)
  const force = flags.bool('force')
  let gracePeriod = flags.int('grace-period')
  if (flags.has('now') && flags.bool('now')) {
    if (gracePeriod !== -1) throw new CommandError('--now and --grace-period cannot be specified together')
    gracePeriod = 1
  }
  if (gracePeriod === 0 && !force) gracePeriod = 1
  if (force && gracePeriod < 0) gracePeriod = 0
  if (force && gracePeriod > 0)
    throw new CommandError('--force and --grace-period greater than 0 cannot be specified together')
  if (force && gracePeriod === 0 && !quiet)
    session.err(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
    )
  return { dryRun, gracePeriod, propagation, force }
}

const deleteOptions = ({ dryRun, gracePeriod, propagation }: Deletion): JsonObject => ({
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  propagationPolicy: propagation,
  ...(gracePeriod >= 0 && { gracePeriodSeconds: gracePeriod }),
  ...(dryRun === 'server' && { dryRun: ['All'] }),
})

/** Deletes one object and reports it; resolves with its uid if the command waits for it. */
export async function deleteOne(
  { session, flags }: Call,
  place: Place,
  deletion: Deletion,
): Promise<string | undefined> {
  const { dryRun, force } = deletion
  const objects = new Objects(session)
  let uid: string | undefined
  // A client dry run sends no request, and so also reports missing objects.
  if (dryRun !== 'client') {
    const answer = await objects.delete(place, deleteOptions(deletion))
    const details = (answer as unknown as { details?: { uid?: string } }).details
    uid = answer.kind === 'Status' ? details?.uid : answer.metadata.uid
  }
  const name = kindNameOf(place.resource)
  if (flags.has('output') && flags.string('output') === 'name') session.out(`${name}/${place.name}`)
  else session.out(`${name} "${place.name}" ${force ? 'force deleted' : 'deleted'}${dryRunSuffix(dryRun)}`)
  return uid
}

/** Deletes one object if it exists; reports it unless `quiet` is set. */
export async function deleteIfThere(call: Call, place: Place, deletion: Deletion, quiet: boolean): Promise<void> {
  const objects = new Objects(call.session)
  try {
    if (quiet) await objects.delete(place, deleteOptions(deletion))
    else await deleteOne(call, place, deletion)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
  }
}

const POLL_MS = 100

/** Waits until each object is gone, or replaced by another one of the same name. */
export async function waitUntilGone(
  call: Call,
  gone: readonly { place: Place; uid: string }[],
  flags: FlagValues,
): Promise<void> {
  const { session } = call
  const { clock, signal } = session.io
  const objects = new Objects(session)
  const timeout = flags.duration('timeout')
  const end = clock.now() + (timeout > 0 ? timeout : 7 * 24 * 3_600_000)
  for (const { place, uid } of gone)
    for (let pause = POLL_MS; ; pause = Math.min(pause * 1.5, 2000)) {
      try {
        const object = await objects.find(place)
        if (!object || object.metadata.uid !== uid) break
      } catch (error) {
        // A user may be allowed to delete but not to read: then waiting is not possible.
        if (error instanceof StatusError && (error.code === 403 || error.code === 405)) break
        throw error
      }
      if (clock.now() >= end)
        throw new CommandError(`timed out waiting for the condition on ${place.resource.name}/${place.name}`)
      await sleep(clock, pause, signal)
    }
}
