import { expect, it } from 'vitest'
import { SPOKEN } from '../../../names/spoken'
import { countSecrets, keepStoredSecrets, leaveSecretsOut } from './export-secrets'

const entry = (key: string, value: unknown) => ({ key, value, revision: 1, created: 1 })

it('omits secrets, and nothing else', () => {
  const pod = entry('/core/pods/secrets/reader', { kind: 'Pod' })
  const text = JSON.stringify({
    format: 'f',
    entries: [entry('/core/secrets/default/a', { data: {} }), pod],
  })
  expect(JSON.parse(leaveSecretsOut(text))).toEqual({ format: 'f', entries: [pod] })
})

it('rejects files that are not exports', () => {
  expect(() => leaveSecretsOut('{}')).toThrow('no entries')
})

const keysOf = (text: string): string[] =>
  (JSON.parse(text) as { entries: { key: string; value: { n?: number } }[] }).entries.map(
    ({ key, value }) => `${key}${value.n === undefined ? '' : ` ${value.n}`}`,
  )
const exported = (entries: Record<string, object>, names: string = SPOKEN): string =>
  JSON.stringify({ format: 'f', names, entries: Object.entries(entries).map(([key, value]) => entry(key, value)) })

it('keeps the stored secrets of namespaces that an import brings, in place of those of the file', () => {
  const stored = exported({
    '/core/secrets/a/own': { n: 1 },
    '/core/secrets/gone/lost': {},
    '/core/pods/a/replaced': {},
  })
  const file = exported({ '/core/namespaces/a': {}, '/core/secrets/a/own': { n: 2 }, '/core/secrets/a/theirs': {} })
  expect(keysOf(keepStoredSecrets(stored, file))).toEqual(['/core/namespaces/a', '/core/secrets/a/own 1'])
  expect([stored, file].map(countSecrets)).toEqual([2, 2])
})

it('keeps secrets beside a file in other names', () => {
  const other = SPOKEN === 'orch' ? 'kubernetes' : 'orch'
  const file = exported({ [`/core/namespaces/${other === 'orch' ? 'orch' : 'kube'}-system`]: {} }, other)
  const system = `${SPOKEN === 'orch' ? 'orch' : 'kube'}-system`
  const stored = exported({ [`/core/secrets/${system}/a`]: {} })
  const text = keepStoredSecrets(stored, file)
  expect(keysOf(text)).toEqual([`/core/namespaces/${system}`, `/core/secrets/${system}/a`])
  expect(JSON.parse(text)).toMatchObject({ names: SPOKEN })
})
