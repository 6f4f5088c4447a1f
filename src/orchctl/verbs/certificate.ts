import { timestamp } from '../../machinery/clock'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Call, Command } from '../core/command'
import { requireResource } from '../core/discovery'
import { CommandError, throwAll } from '../core/errors'
import { PROGRAM } from '../core/words'
import { PRINT_FLAGS } from '../print/printer'
import { readManifests, resolveManifest } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects, type Place } from '../resources/server'
import { StatusError } from '../../client/status-error'
import { Reporter } from '../print/reporter'

interface Decision {
  readonly type: 'Approved' | 'Denied'
  readonly done: string
  readonly reason: string
  readonly message: string
}
/** The capitalized program name, the first word of a reason. */
const ACTOR = `${PROGRAM.charAt(0).toUpperCase()}${PROGRAM.slice(1)}`
const APPROVE: Decision = {
  type: 'Approved',
  done: 'approved',
  reason: `${ACTOR}Approve`,
  message: `This CSR was approved by ${PROGRAM} certificate approve.`,
}
const DENY: Decision = {
  type: 'Denied',
  done: 'denied',
  reason: `${ACTOR}Deny`,
  message: `This CSR was denied by ${PROGRAM} certificate deny.`,
}

const command = (name: string, short: string, decision: Decision): Command => ({
  name,
  short,
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    { name: 'force', type: 'bool', default: 'false', help: 'Also when the request is decided already' },
  ],
  run: (call) => decide(call, decision),
})

/** The commands `orchctl certificate approve` and `deny`. */
export const CERTIFICATE: Command = {
  name: 'certificate',
  short: 'Modify certificate resources',
  section: 'Cluster Management Commands',
  bare: 'helps',
  commands: [
    command('approve', 'Approve a certificate signing request', APPROVE),
    command('deny', 'Deny a certificate signing request', DENY),
  ],
}

async function decide(call: Call, decision: Decision): Promise<void> {
  const { session, flags, args } = call
  if (args.length === 0 && flags.list('filename').length === 0 && !flags.string('kustomize'))
    throw new CommandError('one or more CSRs must be specified as <name> or -f <filename>')
  const reporter = await Reporter.of(session, flags)
  const resource = await requireResource(await session.discovery(), 'certificatesigningrequests')
  const places: Place[] = args.map((name) => ({ resource, name: name.replace(/^[^/]+\//, ''), namespace: '' }))
  if (args.length === 0)
    for (const manifest of await readManifests(session, flags)) places.push(await resolveManifest(session, manifest))
  const errors: unknown[] = []
  for (const place of places)
    try {
      reporter.report(await decideOne(call, place, decision), decision.done)
    } catch (error) {
      errors.push(error)
    }
  throwAll(errors)
}

async function decideOne(
  { session, flags }: Call,
  place: Place,
  { type, reason, message }: Decision,
): Promise<ApiObject> {
  const objects = new Objects(session)
  for (let attempt = 0; ; attempt++) {
    const object = await objects.get(place)
    const status = isObject(object.status) ? object.status : {}
    const conditions = Array.isArray(status.conditions) ? status.conditions.filter(isObject) : []
    const same = conditions.some((one) => one.type === type)
    if (same && !flags.bool('force')) return object
    if (conditions.some((one) => one.type !== type && (one.type === 'Approved' || one.type === 'Denied')))
      throw new CommandError(
        `certificate signing request ${JSON.stringify(place.name)} is already ${type === 'Approved' ? 'Denied' : 'Approved'}`,
      )
    const added: JsonObject = {
      type,
      status: 'True',
      reason,
      message,
      lastUpdateTime: timestamp(session.io.clock.now()),
      lastTransitionTime: null,
    }
    const others: Json[] = conditions.filter((one) => one.type !== type)
    try {
      return await objects.replace(
        place,
        { ...object, status: { ...status, conditions: [...others, added] } },
        { subresource: 'approval' },
      )
    } catch (error) {
      if (!(error instanceof StatusError && error.reason === 'Conflict') || attempt >= 9) throw error
    }
  }
}
