import { describe, expect, it } from 'vitest'
import { redactValue, withoutSecrets } from './confidential'

describe('what traces show of confidential objects', () => {
  it('keeps keys and lengths of a secret, but not its last-applied annotation', () => {
    const secret = {
      kind: 'Secret',
      metadata: {
        name: 's',
        annotations: { 'orchctl.orch.io/last-applied-configuration': '{"data":{"a":"aGk="}}', b: 'c' },
      },
      data: { password: 'aHVudGVyMg==' },
      stringData: { other: 'hunter3', odd: 3 },
    }
    const shown = withoutSecrets(secret)
    expect(shown).toEqual({
      kind: 'Secret',
      metadata: {
        name: 's',
        annotations: { 'orchctl.orch.io/last-applied-configuration': '(hidden, 21 characters)', b: 'c' },
      },
      data: { password: '(hidden, 12 characters)' },
      stringData: { other: '(hidden, 7 characters)', odd: '(hidden)' },
    })
    expect(secret.data.password).toBe('aHVudGVyMg==')
  })

  it.each([
    [{ kind: 'TokenRequest', spec: { audiences: ['a'] }, status: { token: 'ey', expirationTimestamp: 't' } }],
    [{ kind: 'TokenReview', spec: { token: 'ey' } }],
  ])('hides tokens: %j', (object) => {
    expect(JSON.stringify(withoutSecrets(object))).not.toContain('"ey"')
  })

  it.each([[{ kind: 'ConfigMap', data: { a: 'b' } }], [undefined], ['text'], [{ kind: 'Secret' }]])(
    'does not change %j',
    (value) => expect(withoutSecrets(value)).toEqual(value),
  )
})

it.each([
  ['Secret', 'data.a: expected base64, got "hunter2, got \\"x\\""', 'data.a: expected base64, got a text'],
  ['Secret', 'data: expected an object, got a list', 'data: expected an object, got a list'],
  ['ConfigMap', 'data.a: expected a string, got "b"', 'data.a: expected a string, got "b"'],
])('messages about a %s quote no secret', (kind, message, told) => {
  expect(redactValue(message, kind)).toBe(told)
})
