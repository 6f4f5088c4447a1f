import { at, isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import type { FlagValues } from '../core/flags'
import { textOf } from '../describe/common'
import type { Info } from '../resources/manifests'
import { intOrText } from './create/pairs'

/**
 * The labels with which a service selects an object's pods.
 * @throws CommandError for an object without such labels
 */
export function podLabelsOf({ object, resource, name }: Info): JsonObject {
  const selector = at(object, 'spec', 'selector')
  const labels =
    resource.kind === 'Pod'
      ? object.metadata.labels
      : ['Service', 'ReplicationController'].includes(resource.kind)
        ? selector
        : at(selector, 'matchLabels')
  if (isObject(selector) && Array.isArray(selector.matchExpressions) && selector.matchExpressions.length > 0)
    throw new CommandError(
      `couldn't convert expressions - "${JSON.stringify(selector.matchExpressions)}" to map-based selector format`,
    )
  if (!isObject(labels) || Object.keys(labels).length === 0) {
    const what =
      resource.kind === 'Pod'
        ? 'the pod has no labels and cannot be exposed'
        : `couldn't retrieve selectors via --selector flag or introspection: invalid ${resource.kind.toLowerCase()} ${name}: no selectors, therefore cannot be exposed`
    throw new CommandError(what)
  }
  return labels
}

interface Port {
  readonly port: number
  readonly protocol: string
}

/**
 * The ports of the service: from the flags, else from the object.
 * @throws CommandError if neither has any
 */
export function portsFor(flags: FlagValues, { object, resource }: Info): Json[] {
  const known = knownPorts(object, resource.kind)
  const given = flags.string('port').split(',').filter(Boolean)
  const protocol = flags.string('protocol')
  const list: Port[] = given.length
    ? given.map((text) => {
        if (!/^\d+$/.test(text)) throw new CommandError(`strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`)
        return {
          port: Number(text),
          protocol: protocol || (known.find(({ port }) => port === Number(text))?.protocol ?? 'TCP'),
        }
      })
    : known.map((one) => ({ ...one, protocol: protocol || one.protocol }))
  if (list.length === 0) throw new CommandError("couldn't find port via --port flag or introspection")
  const target = flags.string('target-port')
  return list.map(({ port, protocol: used }, i) => ({
    ...(list.length > 1 && { name: `port-${i + 1}` }),
    port,
    protocol: used,
    targetPort: target ? intOrText(target) : port,
  }))
}

function knownPorts(object: ApiObject, kind: string): Port[] {
  const field = kind === 'Service' ? 'port' : 'containerPort'
  const holders: unknown =
    kind === 'Service'
      ? [at(object, 'spec')]
      : kind === 'Pod'
        ? at(object, 'spec', 'containers')
        : at(object, 'spec', 'template', 'spec', 'containers')
  if (!Array.isArray(holders)) return []
  return holders.flatMap((holder: unknown) => {
    const ports = at(holder, 'ports')
    if (!Array.isArray(ports)) return []
    return ports.flatMap((one: unknown) => {
      const port = at(one, field)
      return typeof port === 'number' ? [{ port, protocol: textOf(at(one, 'protocol')) || 'TCP' }] : []
    })
  })
}
