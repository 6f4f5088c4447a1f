import { withoutSecrets } from '../../../machinery/confidential'
import { isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { TraceStep } from '../../../server/trace'
import { readable, toYaml } from '../editor/documents'
import type { StepText } from './blame'

/** What is not a step of its own: preparation, conversion between versions, and the answer. */
export const SERVER = 'API server'

/** The order of members must not look like a change: names first, the rest by alphabet. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const keys = Object.keys(value).sort((a, b) => Number(b === 'name') - Number(a === 'name') || (a < b ? -1 : 1))
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key])]))
}

/** An object as comparable text: without managedFields, members in a fixed order, secrets hidden. */
function comparable(value: unknown): string {
  const object = withoutSecrets(value)
  if (!isObject(object)) return object === undefined ? '' : toYaml(object).trimEnd()
  const whole = isObject(object['metadata']) ? readable(object as unknown as ApiObject) : object
  const members = Object.fromEntries(Object.entries(whole).map(([key, member]) => [key, ordered(member)]))
  return toYaml(members).trimEnd()
}

/** A request's way from its body to the stored object. */
export interface ObjectSteps {
  readonly start: string
  readonly steps: readonly StepText[]
}

const nameOf = ({ by, stage }: TraceStep): string => (by === undefined ? stage : by)

/**
 * The states of a request's object, step by step. `sent` is the body, by default what the first step met; `stored` the answer, by
 * default what the last step left. Undefined if no step says anything about the object.
 */
export function objectSteps(
  trace: readonly TraceStep[],
  { sent, stored }: { readonly sent?: unknown; readonly stored?: unknown } = {},
): ObjectSteps | undefined {
  const telling = trace.filter(({ before, after }) => before !== undefined || after !== undefined)
  const first = telling.find(({ before }) => before !== undefined)?.before
  if (sent === undefined && first === undefined) return undefined
  const start = comparable(sent ?? first)
  const steps: StepText[] = []
  const seen = new Set([start])
  let now = start
  const add = (by: string, value: unknown): void => {
    const text = comparable(value)
    if (text !== now) steps.push({ by, text })
    seen.add(text)
    now = text
  }
  for (const step of telling) {
    // The stored object on the other side of an update is no state of this one.
    if (step.stage === 'store' && step.before !== undefined) {
      add(SERVER, step.after)
      continue
    }
    // A step that contains others met what was there before them.
    if (step.before !== undefined && !seen.has(comparable(step.before))) add(SERVER, step.before)
    if (step.after !== undefined) add(step.stage === 'store' ? SERVER : nameOf(step), step.after)
  }
  if (stored !== undefined) add(SERVER, stored)
  return { start, steps }
}
