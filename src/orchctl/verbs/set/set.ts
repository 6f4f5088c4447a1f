import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import type { Call, Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { textOf } from '../../describe/common'
import { NO_QUANTITY, parsePairs } from '../create/pairs'
import { subjectsOf } from '../create/rbac'
import { isQuantity } from '../../../machinery/quantity'
import { NOTHING_NAMED } from '../../resources/select'
import { withoutKustomize } from '../../resources/manifest-files'
import { targetsOf } from '../../resources/targets'
import { SET_ENV } from './env'
import { changeObjects, containersOf, matchesName, requirePodSpec, SET_FLAGS } from './pod-specs'

/** Words before the first `KEY=VALUE` name objects. */
function splitPairs(args: readonly string[]): { targets: readonly string[]; pairs: readonly string[] } {
  const first = args.findIndex((word) => word.includes('='))
  return first < 0 ? { targets: args, pairs: [] } : { targets: args.slice(0, first), pairs: args.slice(first) }
}

const IMAGE: Command = {
  name: 'image',
  short: 'Update the image of a pod template',
  flags: SET_FLAGS,
  async run(call) {
    const { targets, pairs } = splitPairs(call.args)
    if (targets.length === 0 && call.flags.list('filename').length === 0) throw new CommandError(NOTHING_NAMED)
    if (pairs.length === 0) {
      // What the words name is looked for first.
      await targetsOf(call, { args: targets, selectable: true, allIsMild: true, local: call.flags.bool('local') })
      throw new CommandError('at least one image update is required')
    }
    if (pairs.length > 1 && pairs.some((pair) => pair.startsWith('*=')))
      throw new CommandError(
        'all containers are already specified by *, but saw more than one container_name=container_image pairs',
      )
    const images = pairs.map((pair): [string, string] => {
      const [name = '', image = ''] = pair.split(/=([\s\S]*)/)
      return [name, image]
    })
    await changeObjects(call, {
      targets,
      operation: 'image updated',
      failure: 'failed to patch image update to pod template:',
      apply: (object) => setImages(requirePodSpec(object), images),
    })
  },
}

function setImages(spec: JsonObject, images: readonly [string, string][]): void {
  for (const [name, image] of images) {
    const containers = [...containersOf(spec, 'initContainers'), ...containersOf(spec)].filter(
      (one) => name === '*' || one.name === name,
    )
    if (containers.length === 0) throw new CommandError(`unable to find container named ${JSON.stringify(name)}`)
    for (const container of containers) container.image = image
  }
}

const RESOURCES: Command = {
  name: 'resources',
  short: 'Update resource requests/limits on objects with pod templates',
  flags: [
    ...SET_FLAGS,
    {
      name: 'containers',
      short: 'c',
      type: 'string',
      default: '*',
      help: 'Containers that are meant; * stands for any letters',
    },
    { name: 'limits', type: 'string', help: 'What containers may use, such as cpu=100m,memory=256Mi' },
    { name: 'requests', type: 'string', help: 'What containers ask for, such as cpu=100m' },
  ],
  async run(call) {
    const { flags, args } = call
    if (!flags.string('limits') && !flags.string('requests'))
      throw new CommandError('you must specify an update to requests or limits (in the form of --requests/--limits)')
    const amounts = (name: string): JsonObject =>
      checkedQuantities(
        parsePairs(flags.string(name), (part) => `Invalid argument syntax ${part}, expected <resource>=<value>`),
      )
    const [limits, requests] = [amounts('limits'), amounts('requests')]
    await changeObjects(call, {
      targets: args,
      operation: 'resource requirements updated',
      failure: 'failed to patch resources update to pod template',
      apply(object) {
        const chosen = containersOf(requirePodSpec(object)).filter(({ name }) =>
          matchesName(flags.string('containers'), textOf(name)),
        )
        if (chosen.length === 0) throw new CommandError(`unable to find container named ${flags.string('containers')}`)
        for (const container of chosen) container.resources = merged(container.resources, limits, requests)
      },
    })
  },
}

/** @throws CommandError for an amount that is no quantity */
function checkedQuantities(amounts: JsonObject): JsonObject {
  for (const value of Object.values(amounts)) if (!isQuantity(value)) throw new CommandError(NO_QUANTITY)
  return amounts
}

/** New amounts join the old ones; 0 takes one away. */
function merged(resources: Json | undefined, limits: JsonObject, requests: JsonObject): JsonObject {
  const old = isObject(resources) ? resources : {}
  const join = (field: 'limits' | 'requests', added: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries({ ...(isObject(old[field]) ? old[field] : {}), ...added }).filter(([, value]) => value !== '0'),
    )
  const result: JsonObject = { ...old }
  for (const [field, added] of [
    ['limits', limits],
    ['requests', requests],
  ] as const) {
    const all = join(field, added)
    if (Object.keys(all).length > 0) result[field] = all
    else delete result[field]
  }
  return result
}

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

const SUBJECT: Command = {
  name: 'subject',
  short: 'Update the user, group, or service account in a role binding or cluster role binding',
  flags: [
    ...SET_FLAGS,
    { name: 'group', type: 'strings', help: 'Group to bind' },
    { name: 'serviceaccount', type: 'strings', help: 'Service account to bind, as NAMESPACE:NAME' },
    { name: 'user', type: 'strings', help: 'User to bind' },
  ],
  async run(call) {
    if (call.args.length === 0 && call.flags.list('filename').length === 0) throw new CommandError(NOTHING_NAMED)
    const subjects = subjectsOf(call)
    if (subjects.length === 0)
      throw new CommandError('you must specify at least one value of user, group or serviceaccount')
    await changeObjects(call, {
      targets: call.args,
      operation: 'subjects updated',
      failure: 'failed to patch subjects to rolebinding:',
      apply(object, { resource, name }) {
        if (!resource.kind.endsWith('Binding'))
          throw new CommandError(
            `${resource.name}/${name} setting subjects is only supported for RoleBinding/ClusterRoleBinding`,
          )
        const there = Array.isArray(object.subjects) ? object.subjects.filter(isObject) : []
        const same = (a: JsonObject, b: JsonObject): boolean =>
          a.kind === b.kind && a.name === b.name && textOf(a.namespace) === textOf(b.namespace)
        object.subjects = [...there, ...subjects.filter((one) => !there.some((other) => same(one, other)))]
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
      // The old pairs go: a patch would otherwise leave them beside the new ones.
      object.spec = { ...(object.spec as JsonObject), selector }
      if (version) object.metadata = { ...(object.metadata as JsonObject), resourceVersion: version }
    },
  })
}

export const SET: Command = {
  name: 'set',
  short: 'Set specific features on objects',
  section: 'Basic Commands (Beginner)',
  long: 'Configure application resources.\n\n These commands help you make changes to existing application resources.',
  commands: [SET_ENV, IMAGE, RESOURCES, SELECTOR, SERVICE_ACCOUNT, SUBJECT],
}
