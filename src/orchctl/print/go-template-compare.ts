import { byText } from '../../machinery/by-text'
import { Float, goType, printValue } from './go-value'
import { TemplateFailure } from './go-template-errors'

const INCOMPATIBLE = 'incompatible types for comparison'

/** The basic kinds that templates compare; only values of the same kind are comparable. */
type Basic = 'int' | 'float' | 'text' | 'boolean' | 'nothing' | 'other'

function basicKind(value: unknown): Basic {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  const type = goType(value)
  return type === 'float64' ? 'float' : type === 'int' || type === 'int64' ? 'int' : 'other'
}

const plain = (value: unknown): unknown => (value instanceof Float ? value.value : value)

/**
 * Whether the first value equals any of the others.
 * @throws TemplateFailure for types that can't be compared
 */
export function equalsOne(first: unknown, others: readonly unknown[]): boolean {
  if (others.length === 0) throw new TemplateFailure('missing argument for comparison')
  return others.some((other) => {
    const [a, b] = [basicKind(first), basicKind(other)]
    if (a === 'nothing' || b === 'nothing') return a === b
    if (a !== b) throw new TemplateFailure(INCOMPATIBLE)
    if (a === 'other') throw new TemplateFailure(`non-comparable type ${printValue(first)}: ${goType(first)}`)
    return a === 'int' ? Number(first) === Number(other) : plain(first) === plain(other)
  })
}

/**
 * Negative, zero or positive if the first value is less than, equal to or greater than the second.
 * @throws TemplateFailure for types without an order
 */
export function orderOf(first: unknown, second: unknown): number {
  const [a, b] = [basicKind(first), basicKind(second)]
  if ([a, b].some((kind) => kind === 'other' || kind === 'nothing'))
    throw new TemplateFailure('invalid type for comparison')
  if (a !== b) throw new TemplateFailure(INCOMPATIBLE)
  if (a === 'boolean') throw new TemplateFailure('invalid type for comparison')
  if (typeof first === 'string' && typeof second === 'string') return byText(first, second)
  return Number(plain(first)) - Number(plain(second))
}
