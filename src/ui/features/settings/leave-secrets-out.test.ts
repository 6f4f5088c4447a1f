import { expect, it } from 'vitest'
import { leaveSecretsOut } from './leave-secrets-out'

const entry = (key: string, value: unknown) => ({ key, value, revision: 1, created: 1 })

it('leaves out secrets, and nothing else', () => {
  const pod = entry('/core/pods/secrets/reader', { kind: 'Pod' })
  const text = JSON.stringify({
    format: 'f',
    entries: [entry('/core/secrets/default/a', { data: {} }), pod],
  })
  expect(JSON.parse(leaveSecretsOut(text))).toEqual({ format: 'f', entries: [pod] })
})

it('refuses what is no export', () => {
  expect(() => leaveSecretsOut('{}')).toThrow('no entries')
})
