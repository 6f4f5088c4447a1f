import { isObject } from '../../../machinery/json'
import { writeJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import type { Condition } from './conditions'

/** How a field is compared. */
export const OPERATORS = ['is', 'is not', 'is at least', 'is set', 'is not set'] as const
/** An operator of a condition. */
export type Operator = (typeof OPERATORS)[number]

/** Whether an operator needs a value. */
export const takesValue = (operator: Operator): boolean => !operator.endsWith('set')

const STEP = /^\.?([^.[\]]+)|^\[(\d+)\]|^\[([^=\]]+)=([^\]]*)\]/

type Step = string | number | { readonly member: string; readonly value: string }

/** Parses a path such as `.status.conditions[type=Ready].status` or `spec.containers[0].image`; undefined for invalid paths. */
export function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  for (let rest = path.trim(); rest !== '';) {
    const found = STEP.exec(rest)
    if (!found) return undefined
    const [all, name, index, member, value = ''] = found
    steps.push(name ?? (index !== undefined ? Number(index) : { member: member ?? '', value }))
    rest = rest.slice(all.length)
  }
  return steps.length > 0 ? steps : undefined
}

function take(value: unknown, step: Step): unknown {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  if (!Array.isArray(value)) return undefined
  const items: readonly unknown[] = value
  if (typeof step === 'number') return items[step]
  return items.find((item) => isObject(item) && shown(item[step.member]) === step.value)
}

/** A value for display: strings without quotes. */
const shown = (value: unknown): string => (typeof value === 'string' ? value : writeJson(value ?? null))

/** A condition on one field. @throws SyntaxError for an invalid path */
export function fieldCondition(path: string, operator: Operator, wanted: string): Condition {
  const steps = stepsOf(path)
  if (!steps)
    throw new SyntaxError('Not a field path. Write it like .status.phase or .status.conditions[type=Ready].status')
  const compare: Readonly<Record<Operator, (value: unknown) => boolean>> = {
    is: (value) => value !== undefined && shown(value) === wanted,
    'is not': (value) => value === undefined || shown(value) !== wanted,
    'is at least': (value) => value !== undefined && value !== null && Number(value) >= Number(wanted),
    'is set': (value) => value !== undefined && value !== null,
    'is not set': (value) => value === undefined || value === null,
  }
  return {
    title: `${path.trim()} ${operator}${takesValue(operator) ? ` ${wanted}` : ''}`,
    holds: (object: ApiObject | undefined) => compare[operator](steps.reduce<unknown>(take, object)),
  }
}
