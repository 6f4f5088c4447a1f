/** What Go's JSON decoder calls a value of the wrong type. */
export const jsonTypeOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? 'bool'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value
