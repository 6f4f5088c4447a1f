import type { JsonObject } from '../../../machinery/json'
import type { Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { NOTHING_NAMED } from '../../resources/select'
import { targetsOf } from '../../resources/targets'
import { changeObjects, containersOf, requirePodSpec, SET_FLAGS } from './pod-specs'

/** Words before the first `KEY=VALUE` name objects. */
function splitPairs(args: readonly string[]): { targets: readonly string[]; pairs: readonly string[] } {
  const first = args.findIndex((word) => word.includes('='))
  return first < 0 ? { targets: args, pairs: [] } : { targets: args.slice(0, first), pairs: args.slice(first) }
}

/** `set image`: changes images of containers. */
export const IMAGE: Command = {
  name: 'image',
  short: 'Update the image of a pod template',
  flags: SET_FLAGS,
  async run(call) {
    const { targets, pairs } = splitPairs(call.args)
    if (targets.length === 0 && call.flags.list('filename').length === 0) throw new CommandError(NOTHING_NAMED)
    if (pairs.length === 0) {
      // The named objects are looked up first.
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
