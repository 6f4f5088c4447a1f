import { isObject, type Json, type JsonObject } from '../../../machinery/json'
import type { Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { textOf } from '../../describe/common'
import { NO_QUANTITY, parsePairs } from '../create/pairs'
import { isQuantity } from '../../../machinery/quantity'
import { changeObjects, containersOf, matchesName, requirePodSpec, SET_FLAGS } from './pod-specs'

/** `set resources`: changes requests and limits of containers. */
export const RESOURCES: Command = {
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

/** @throws CommandError for an invalid quantity */
function checkedQuantities(amounts: JsonObject): JsonObject {
  for (const value of Object.values(amounts)) if (!isQuantity(value)) throw new CommandError(NO_QUANTITY)
  return amounts
}

/** Merges new quantities into the old ones; 0 removes one. */
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
