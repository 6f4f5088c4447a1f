/** What a value is to a converter, from how an error calls it (`expected …, got …`). */
const KINDS: Readonly<Record<string, string>> = {
  'a list': 'slice',
  'an object': 'map',
  'a boolean': 'bool',
}

/** What a converter says where a type wants something else, by what errors say was expected. */
const SAYINGS: Readonly<Record<string, (kind: string) => string>> = {
  'a string': (kind) => (kind === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string'),
  'a boolean': () => 'unrecognized type: bool',
  'an integer': (kind) => (kind === 'float64' ? 'cannot convert float64 to int64' : 'unrecognized type: int64'),
  'a 32-bit integer': (kind) => (kind === 'float64' ? 'cannot convert float64 to int32' : 'unrecognized type: int32'),
  'a number': () => 'unrecognized type: float64',
  'a list': (kind) => `cannot restore slice from ${kind}`,
  'a map': (kind) => `cannot restore map from ${kind}`,
  'an object': (kind) => `cannot restore struct from: ${kind}`,
}

/**
 * The words in which a real server refuses a strategic merge patch that leaves a field of the wrong type, from an error of reading the
 * object (`path: expected a list, got "x"`); undefined for errors that it has no words for here.
 */
export function conversionProblem(error: string): string | undefined {
  const [, expected = '', got = ''] = /: expected (.+?), got (.+)$/s.exec(error) ?? []
  const number = /^-?\d/.test(got) ? (/[.e]/i.test(got) ? 'float64' : 'int64') : undefined
  return SAYINGS[expected]?.(number ?? KINDS[got] ?? 'string')
}
