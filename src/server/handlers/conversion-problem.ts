/** Go kinds, by the description of a value in our errors (`expected …, got …`). */
const KINDS: Readonly<Record<string, string>> = {
  'a list': 'slice',
  'an object': 'map',
  'a boolean': 'bool',
}

/** An integer that is too long is none: a real server drops its highest bits. */
function integerProblem(wanted: string, kind: string): string | undefined {
  if (kind === 'int64') return undefined
  return kind === 'float64' ? `cannot convert float64 to ${wanted}` : `unrecognized type: ${wanted}`
}

/** A Go converter's message for a wrong type, by the expectation in our errors. */
const SAYINGS: Readonly<Record<string, (kind: string) => string | undefined>> = {
  'a string': (kind) => (kind === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string'),
  'a boolean': () => 'unrecognized type: bool',
  'an integer': (kind) => integerProblem('int64', kind),
  'a 32-bit integer': (kind) => integerProblem('int32', kind),
  'a number': () => 'unrecognized type: float64',
  'a list': (kind) => `cannot restore slice from ${kind}`,
  'a map': (kind) => `cannot restore map from ${kind}`,
  'an object': (kind) => `cannot restore struct from: ${kind}`,
}

/**
 * A real server's refusal of a strategic merge patch that leaves a field with the wrong type, from our error of reading the object (`path:
 * expected a list, got "x"`); undefined if the real wording is not known.
 */
export function conversionProblem(error: string): string | undefined {
  const [, expected = '', got = ''] = /: expected (.+?), got (.+)$/s.exec(error) ?? []
  const number = /^-?\d/.test(got) ? (/[.e]/i.test(got) ? 'float64' : 'int64') : undefined
  return SAYINGS[expected]?.(number ?? KINDS[got] ?? 'string')
}
