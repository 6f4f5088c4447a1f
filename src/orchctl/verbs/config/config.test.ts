import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOrchctl, type OrchctlWorld } from '../../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl()
})
afterAll(() => world.stop())

const FILE = `apiVersion: v1
kind: Config
clusters:
- {name: one, cluster: {server: "https://a", insecure-skip-tls-verify: true}}
users:
- {name: u, user: {token: t}}
contexts:
- {name: x, context: {cluster: one, user: u}}
current-context: x
`
beforeEach(() => {
  world.files.set('/home/k', FILE)
  world.files.set('/home/ca.crt', 'PEM')
})

test.each<[line: string, path: string, value: string]>([
  ['set-credentials u --username=a', '{.users[0].user}', '{"username":"a"}'],
  ['set-cluster one --certificate-authority=ca.crt', '{.clusters[0].cluster.insecure-skip-tls-verify}', ''],
  ['set clusters.my.dotted.server https://d', '{.clusters[*].name}', 'my.dotted one'],
  ['set users.u.client-key-data key --set-raw-bytes=true', '{.users[0].user.client-key-data}', 'a2V5'],
  [
    'set-credentials p --auth-provider=oidc --auth-provider-arg=a=b --auth-provider-arg=c-',
    '{.users[0].user.auth-provider}',
    '{"config":{"a":"b"},"name":"oidc"}',
  ],
  [
    'set-credentials p --exec-command=x --exec-api-version=client.authentication.orch.io/v1 --exec-env=A=b',
    '{.users[0].user.exec.env}',
    '[{"name":"A","value":"b"}]',
  ],
])('config %s', async (line, path, value) => {
  expect(await world.orchctl(`config ${line} --kubeconfig=k`)).toMatchObject({ code: 0 })
  const { out } = await world.orchctl(`config view --raw --kubeconfig=k -o 'jsonpath=${path}'`)
  expect(out).toBe(value)
})

test.each<[line: string, err: string]>([
  ['set clusters.one.nope x', "error: can't set a map to a value: map[one:0xc0001c4000]\n"],
  ['set users.u.client-key-data abc', 'error: error decoding input value: illegal base64 data at input byte 0\n'],
  ['set users.v.exec.command x', 'error: unable to parse one or more field values of users.v.exec.command\n'],
  ['set-credentials u --exec-env=bad', 'error: invalid exec-env format: bad\n'],
  ['delete-user', "error: user to delete is required\nSee 'orchctl config delete-user -h' for help and examples\n"],
])('config %s is refused', async (line, err) => {
  expect(await world.orchctl(`config ${line} --kubeconfig=k`)).toMatchObject({ code: 1, err })
  expect(world.files.get('/home/k')).toBe(FILE)
})

test('a command with too few arguments shows its help and the error', async () => {
  const { code, out, err } = await world.orchctl('config use-context --kubeconfig=k')
  expect({ code, err }).toEqual({ code: 1, err: 'error: Unexpected args: []\n' })
  expect(out).toContain('Usage:\n  orchctl config use-context CONTEXT_NAME [options]\n')
})

test('--flatten writes the content of files', async () => {
  await world.orchctl('config set-cluster one --certificate-authority=ca.crt --kubeconfig=k')
  const { out } = await world.orchctl('config view --flatten --kubeconfig=k -o jsonpath={.clusters[0].cluster}')
  expect(out).toBe('{"certificate-authority-data":"UEVN","server":"https://a"}')
})
