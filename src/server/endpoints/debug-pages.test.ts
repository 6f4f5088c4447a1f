// The server's pages /flagz and /statusz, by release and accepted media type.
import { afterEach, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster | undefined
afterEach(() => cluster?.stop())

const GATES = '--feature-gates=ComponentFlagz=true,ComponentStatusz=true'
const start = async (release: number, ...flags: string[]): Promise<TestCluster> =>
  (cluster = await startCluster([`--release=1.${release}`, '--anonymous-auth=true', ...flags]))
const form = (kind: string, version: string, type = 'application/json') =>
  `${type};as=${kind};g=config.orch.io;v=${version}`

it.each([
  [31, [], 404],
  [32, [], 404],
  [32, [GATES], 200],
  [35, [], 404],
  [36, [], 200],
  [36, ['--feature-gates=ComponentFlagz=false,ComponentStatusz=false'], 404],
] as const)('serves both in 1.%i with %j: %i', async (release, flags, status) => {
  const here = await start(release, ...flags)
  for (const page of ['flagz', 'statusz']) {
    expect((await here.send('GET', `/${page}`, undefined, { accept: '*/*' })).status).toBe(status)
    const index = (await (await here.send('GET', '/')).json()) as { paths: string[] }
    expect(index.paths.includes(`/${page}`)).toBe(status === 200)
  }
})

it.each([
  [34, 'text/plain', 200],
  [34, 'text/plain;charset=UTF-8', 200],
  [34, 'application/json', 406],
  [34, form('Statusz', 'v1alpha1'), 406],
  [35, 'application/json', 406],
  [35, form('Statusz', 'v1alpha1'), 200],
  [35, form('Statusz', 'v1beta1'), 406],
  [36, form('Statusz', 'v1beta1'), 200],
  [36, form('Statusz', 'v1beta1', 'application/yaml'), 200],
  [36, form('Flagz', 'v1beta1'), 406],
  [36, 'application/vnd.orch.protobuf', 406],
] as const)('answers in 1.%i who accepts %s with %i', async (release, accept, status) => {
  const here = await start(release, GATES)
  expect((await here.send('GET', '/statusz', undefined, { accept })).status).toBe(status)
})

it('shows set flags and defaults without secrets', async () => {
  const files = { tokens: 'secret,somebody,1' }
  cluster = await startCluster(['--release=1.36', '--anonymous-auth=true', '--nodes=2', '--token-auth-file=tokens'], {
    files,
  })
  const here = cluster
  const lines = (await (await here.send('GET', '/flagz')).text()).split('\n')
  expect(lines.slice(0, 4)).toEqual(['', 'orch-apiserver flagz', expect.stringContaining('Warning: '), ''])
  expect(lines).toContain('nodes=2')
  expect(lines).toContain('event-ttl=1h0m0s')
  expect(lines).toContain('token-auth-file=CLASSIFIED')
})

it('shows its state as an object, and warns about the first version', async () => {
  const here = await start(36)
  const beta = await here.send('GET', '/statusz', undefined, { accept: form('Statusz', 'v1beta1') })
  expect(beta.headers.get('warning')).toBeNull()
  expect(await beta.json()).toMatchObject({
    kind: 'Statusz',
    apiVersion: 'config.orch.io/v1beta1',
    metadata: { name: 'orch-apiserver' },
    binaryVersion: '1.36.0',
    emulationVersion: '1.36',
    paths: expect.arrayContaining(['/flagz', '/healthz', '/metrics', '/statusz']) as string[],
  })
  const alpha = await here.send('GET', '/statusz', undefined, { accept: form('Statusz', 'v1alpha1') })
  expect(alpha.headers.get('warning')).toContain('deprecated')
})
