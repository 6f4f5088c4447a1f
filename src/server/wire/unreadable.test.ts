import { describe, expect, test } from 'vitest'
import { identityProblem, summary, unreadable } from './unreadable'

describe('a body that cannot be read', () => {
  test.each([
    ['', '<empty>'],
    ['x', '78'],
    ['{"a":', '{"a":'],
    [`{"a":"${'b'.repeat(40)}"}`, `{"a":"${'b'.repeat(24)} ...`],
    ['x'.repeat(31), `${'78'.repeat(30)} ...`],
  ])('%s is repeated as %s', (text, repeated) => expect(summary(text)).toBe(repeated))

  test.each([
    [
      { kind: 'Pod' },
      'x',
      "the object provided is unrecognized (must be of type Pod): couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value (78)",
    ],
    [
      'options',
      'x',
      "couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of value",
    ],
    ['patch', '[', 'unexpected end of JSON input'],
    ['merge', 'x', 'Invalid JSON Patch'],
    ['strategic', '', 'EOF'],
    ['strategic', '{', 'unexpected EOF'],
    ['strategic', 'x', "invalid character 'x' looking for beginning of value"],
  ] as const)('as %o: %s', (as, text, message) =>
    expect(unreadable(as, 'why', text, text)).toMatchObject({ code: 400, message }),
  )

  test('in YAML is answered with the reason', () =>
    expect(unreadable({ kind: 'Pod' }, 'yaml: line 1', 'a: [').message).toBe(
      'the object provided is unrecognized (must be of type Pod): yaml: line 1 (613a205b)',
    ))
})

test.each<[unknown, string | undefined]>([
  [null, undefined],
  [{}, undefined],
  [{ apiVersion: 'v1', kind: 'Pod' }, undefined],
  [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
  [
    { kind: 1 },
    "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
  ],
])('what %j is', (value, problem) => expect(identityProblem(value)).toBe(problem))
