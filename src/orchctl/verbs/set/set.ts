import { type JsonObject } from '../../../machinery/json'
import type { Call, Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { parsePairs } from '../create/pairs'
import { NOTHING_NAMED } from '../../resources/select'
import { withoutKustomize } from '../../resources/manifest-files'
import { SET_ENV } from './env'
import { changeObjects, requirePodSpec, SET_FLAGS } from './pod-specs'
import { IMAGE } from './image'
import { RESOURCES } from './resources'
import { SUBJECT } from './subject'

const SERVICE_ACCOUNT: Command = {
  name: 'serviceaccount',
  aliases: ['sa'],
  short: 'Update the service account of a resource',
  flags: SET_FLAGS.filter(({ name }) => name !== 'selector'),
  async run(call) {
    const account = call.args.at(-1)
    if (account === undefined) throw new CommandError('serviceaccount is required')
    await changeObjects(call, {
      targets: call.args.slice(0, -1),
      operation: 'serviceaccount updated',
      failure: 'failed to patch ServiceAccountName',
      apply(object) {
        const spec = requirePodSpec(object)
        spec.serviceAccountName = account
        if (spec.serviceAccount !== undefined) spec.serviceAccount = account
      },
    })
  },
}

const SELECTOR: Command = {
  name: 'selector',
  short: 'Set the selector on a resource',
  flags: [
    ...withoutKustomize(
      SET_FLAGS.filter(({ name }) => name !== 'selector'),
      'true',
    ),
    { name: 'resource-version', type: 'string', help: 'Only an object that still has this version' },
  ],
  run: setSelector,
}

async function setSelector(call: Call): Promise<void> {
  const text = call.args.at(-1)
  if (text === undefined) throw new CommandError(NOTHING_NAMED)
  const version = call.flags.string('resource-version')
  const selector = text.includes('=') ? parsePairs(text, (part) => `invalid selector: ${part}`) : {}
  await changeObjects(call, {
    targets: call.args.slice(0, -1),
    operation: 'selector updated',
    apply(object) {
      if (object.kind !== 'Service') throw new CommandError('setting a selector is only supported for Services')
      // The old selector is replaced: a patch would merge the two.
      object.spec = { ...(object.spec as JsonObject), selector }
      if (version) object.metadata = { ...(object.metadata as JsonObject), resourceVersion: version }
    },
  })
}

/** The commands below `orchctl set`. */
export const SET: Command = {
  name: 'set',
  short: 'Set specific features on objects',
  section: 'Basic Commands (Beginner)',
  long: 'Configure application resources.\n\n These commands help you make changes to existing application resources.',
  commands: [SET_ENV, IMAGE, RESOURCES, SELECTOR, SERVICE_ACCOUNT, SUBJECT],
}
