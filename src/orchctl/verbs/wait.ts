import { StatusError } from '../../client/status-error'
import { sleep } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { CommandError, throwAll } from '../core/errors'
import { PRINT_FLAGS } from '../print/printer'
import { readManifests, resolveManifest } from '../resources/manifests'
import { FILE_FLAGS, withoutKustomize } from '../resources/manifest-files'
import { selectedPlaces } from '../resources/places'
import { Objects, type Place } from '../resources/server'
import { fromFilesAsked, TARGET_FLAGS } from '../resources/targets'
import { Reporter } from '../print/reporter'
import { type WaitCondition, conditionOf } from './wait-conditions'

/** The command `orchctl wait`. */
export const WAIT: Command = {
  name: 'wait',
  short: 'Experimental: Wait for a specific condition on one or many resources',
  section: 'Advanced Commands',
  flags: [
    ...withoutKustomize(FILE_FLAGS, 'true'),
    ...PRINT_FLAGS,
    ...TARGET_FLAGS,
    { name: 'for', type: 'string', help: 'What to wait for' },
    { name: 'local', type: 'bool', default: 'false', help: 'Take the objects of the files as they are' },
    {
      name: 'timeout',
      type: 'duration',
      default: '30s',
      help: 'How long to wait; 0 looks once, a negative time waits a week',
    },
  ],
  run: wait,
}

async function wait(call: Call): Promise<void> {
  const { session, flags } = call
  const wanted = flags.string('for')
  const condition = conditionOf(wanted)
  const reporter = await Reporter.of(session, flags)
  const timeout = flags.duration('timeout')
  const { clock, signal } = session.io
  const end = clock.now() + (timeout < 0 ? 7 * 24 * 3_600_000 : timeout)
  const places = await waitingPlaces(call, wanted)
  // With --local, objects of files are judged without a request; others are unknown.
  if (flags.bool('local')) return judgeLocally(places, { condition, wanted, reporter })
  const errors: unknown[] = []
  for (const place of places)
    try {
      await waitForOne(call, place, { condition, wanted, end, timeout, reporter })
    } catch (error) {
      errors.push(error)
    }
  if (signal.aborted) return
  throwAll(errors)
}

/** A place, with the object from a file if there is one. */
type FoundPlace = Place & { readonly object?: ApiObject }

interface Async {
  readonly condition: WaitCondition
  readonly wanted: string
  readonly end: number
  readonly timeout: number
  readonly reporter: Reporter
}

async function waitForOne(
  { session }: Call,
  place: Place,
  { condition, wanted, end, timeout, reporter }: Async,
): Promise<void> {
  const { clock, signal } = session.io
  const objects = new Objects(session)
  let last: ApiObject | undefined
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 1000)) {
    const object = await objects.find(place)
    if (!object && wanted.toLowerCase() !== 'delete' && wanted.toLowerCase() !== 'create')
      throw new StatusError(
        404,
        'NotFound',
        `${place.resource.group ? `${place.resource.name}.${place.resource.group}` : place.resource.name} ${JSON.stringify(place.name)} not found`,
      )
    if (condition(object)) {
      const shown = object ?? last
      if (shown) reporter.report(shown, 'condition met')
      return
    }
    last = object
    if (clock.now() >= end)
      throw new CommandError(
        wanted === 'create'
          ? 'timed out waiting for the condition'
          : timeout === 0
            ? `condition not met for ${place.resource.name}/${place.name}`
            : `timed out waiting for the condition on ${place.resource.name}/${place.name}`,
      )
    await sleep(clock, pause, signal)
  }
}

/** Judges objects of files as they are. @throws CommandError for those that don't meet the condition */
function judgeLocally(
  places: readonly FoundPlace[],
  { condition, wanted, reporter }: Pick<Async, 'condition' | 'wanted' | 'reporter'>,
): void {
  const errors: unknown[] = []
  for (const { resource, name, object } of places) {
    if (object && wanted.toLowerCase() !== 'delete' && condition(object)) reporter.report(object, 'condition met')
    else errors.push(new CommandError(`condition not met for ${resource.name}/${name}`))
  }
  throwAll(errors)
}

async function waitingPlaces(call: Call, wanted: string): Promise<FoundPlace[]> {
  const { session, flags, args } = call
  const selected = args.length > 0 || flags.string('selector') !== '' || flags.string('field-selector') !== ''
  if (flags.bool('local') && (selected || flags.bool('all')))
    throw new CommandError(
      "you must specify resources by --filename when --local is set.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'",
    )
  if (fromFilesAsked(call)) {
    const manifests = await readManifests(session, flags)
    return Promise.all(manifests.map((manifest) => resolveManifest(session, manifest)))
  }
  const places = await selectedPlaces(call)
  if (places.length === 0 && wanted.toLowerCase() === 'create')
    throw new CommandError('timed out waiting for the condition')
  if (places.length === 0 && wanted.toLowerCase() !== 'delete') throw new CommandError('no matching resources found')
  return places
}
