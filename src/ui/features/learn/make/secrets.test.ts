import { expect, it } from 'vitest'
import { secretsOf } from './secrets'

it('names each secret of a lesson once', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, stringData: { p: 'x' } }
  const line = { send: 'POST /api/v1/namespaces/default/secrets', body: secret }
  const map = { send: 'POST /api/v1/namespaces/default/configmaps', body: { metadata: { name: 'm' } } }
  const step = {
    title: 't',
    text: 't',
    check: [],
    solution: [line, map],
    wrong: [{ text: 't', when: [], play: [line] }],
  }
  expect(secretsOf({ format: 1, title: 't', summary: 's', objects: [secret], steps: [step] })).toEqual([
    'Secret a',
    'admin: POST /api/v1/namespaces/default/secrets',
  ])
})
