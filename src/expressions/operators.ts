/** Binary operators, by how tightly they bind: the loosest first. */
const SIGNS: readonly (readonly string[])[] = [
  ['<', '<=', '>=', '>', '==', '!=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** How many levels of binary operators there are. */
export const OPERATOR_LEVELS = SIGNS.length
/** Level of a binary operator. */
export const LEVEL_OF = new Map(SIGNS.flatMap((signs, level) => signs.map((sign) => [sign, level] as const)))

const OPERATOR_NAMES: Readonly<Record<string, string>> = { in: '@in' }
/** Function name of an operator, such as `_+_`. */
export const operatorName = (sign: string): string => OPERATOR_NAMES[sign] ?? `_${sign}_`

/** Name of the function behind the macro `sortBy`. */
export const SORT_BY_KEYS = '@sortByAssociatedKeys'
