import { expect, it } from 'vitest'
import { authorizersOf, withAuthorizers } from './authorizers'
import { toDataUrl } from './data-url'

const FILE = `apiVersion: apiserver.config.orch.io/v1
kind: AuthorizationConfiguration
authorizers:
- type: Node
  name: node
- type: Webhook
  name: own
`

it.each<[string, string[], string[], string]>([
  ['the default', [], ['Node', 'RBAC'], '--authorization-mode=Node,RBAC'],
  ['modes', ['--authorization-mode=ABAC, RBAC'], ['ABAC', 'RBAC'], '--authorization-mode=ABAC,RBAC'],
  [
    'a file',
    [`--authorization-config=${toDataUrl(FILE)}`],
    ['Node', 'Webhook'],
    '--authorization-config: Node, Webhook',
  ],
  ['a file elsewhere', ['--authorization-config=/etc/authorizers.yaml'], [], '--authorization-config'],
])('%s', (_name, argv, modes, source) => {
  expect(authorizersOf(argv)).toEqual({ modes, source })
})

it('modes take the place of a file', () => {
  const argv = [`--authorization-config=${toDataUrl(FILE)}`, '--release=1.30']
  expect(withAuthorizers(argv, ['RBAC'])).toEqual(['--release=1.30', '--authorization-mode=RBAC'])
})
