/** What the reference's JSON reader calls a value that it can't use. */
export const jsonTypeOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? 'bool'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value
