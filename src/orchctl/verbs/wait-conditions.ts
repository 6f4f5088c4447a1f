import type { ApiObject } from '../../machinery/object'
import { CommandError } from '../core/errors'
import { fieldsOf, itemsOf, textOf } from '../describe/common'
import { printValue } from '../print/go-value'
import { JsonPath, relaxedPath } from '../print/jsonpath'

/** Whether an object meets a condition; undefined stands for a missing object. */
export type WaitCondition = (object: ApiObject | undefined) => boolean

/** @throws CommandError for an unsupported condition */
export function conditionOf(text: string): WaitCondition {
  const [, kind = '', rest] = /^([^=]*)(?:=([\s\S]*))?$/.exec(text) ?? []
  if (kind.toLowerCase() === 'delete' && rest === undefined) return (object) => object === undefined
  if (kind.toLowerCase() === 'create' && rest === undefined) return (object) => object !== undefined
  if (kind === 'condition' && rest !== undefined) {
    const [name = '', value = 'true'] = rest.split(/=([\s\S]*)/)
    return (object) => hasCondition(object, name, value)
  }
  if (kind === 'jsonpath' && rest !== undefined) return pathCondition(rest)
  throw new CommandError(`unrecognized condition: ${JSON.stringify(text)}`)
}

function hasCondition(object: ApiObject | undefined, name: string, value: string): boolean {
  const status = fieldsOf(object?.status)
  const found = itemsOf(status.conditions).find(({ type }) => textOf(type).toLowerCase() === name.toLowerCase())
  if (!found || !object) return false
  const { observedGeneration } = { ...status, ...found }
  if (typeof observedGeneration === 'number' && observedGeneration < (object.metadata.generation ?? 0)) return false
  return textOf(found.status).toLowerCase() === value.toLowerCase()
}

function pathCondition(text: string): WaitCondition {
  const quoted = /^'?(\{[\s\S]*?\})'?(?:=([\s\S]*))?$/.exec(text)
  const [path = '', value] = quoted ? [quoted[1], quoted[2]] : text.split(/=([\s\S]*)/)
  if (value === '')
    throw new CommandError(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    )
  const wanted = value?.replace(/^(['"])([\s\S]*)\1$/, '$2')
  const compiled = new JsonPath(relaxedPath(path ?? ''))
  return (object) => {
    if (!object) return false
    const found = compiled.find(object).flat()
    if (found.length === 0) return false
    if (wanted === undefined) return true
    if (found.length > 1) throw new CommandError('given jsonpath expression matches more than one value')
    const [one] = found
    if (typeof one === 'object' && one !== null)
      throw new CommandError('jsonpath leads to a nested object or list which is not supported')
    return printValue(one) === wanted
  }
}
