import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock'
import { FileMissing } from '../core/io'
import { run } from '../run'

const resource = (name: string, kind: string, namespaced: boolean): object => ({
  name,
  singularName: '',
  kind,
  namespaced,
  verbs: ['get', 'list'],
})
const LISTS = [resource('nodes', 'Node', false), resource('pods', 'Pod', true)]
const METRICS = [resource('nodes', 'NodeMetrics', false), resource('pods', 'PodMetrics', true)]
const group = 'metrics.orch.io'
const version = { groupVersion: `${group}/v1beta1`, version: 'v1beta1' }
const pod = (name: string, namespace: string, usage: readonly [string, string, string][]): object => ({
  metadata: { name, namespace },
  containers: usage.map(([container, cpu, memory]) => ({ name: container, usage: { cpu, memory } })),
})
const PODS = [
  pod('web', 'default', [
    ['nginx', '100m', '64Mi'],
    ['log', '5m', '8Mi'],
  ]),
  pod('db', 'default', [['db', '250m', '32Mi']]),
]
const metricsOf = (name: string, cpu: string, memory: string): object => ({
  metadata: { name },
  usage: { cpu, memory },
})
const room = (cpu: string, memory: string): object => ({ cpu, memory })

const listOf = (kind: string): object => ({ kind: `${kind}List`, apiVersion: version.groupVersion, metadata: {} })

/** What the server answers, by path. */
const ANSWERS: Readonly<Record<string, object>> = {
  '/api': { versions: ['v1'] },
  '/apis': { groups: [{ name: group, versions: [version], preferredVersion: version }] },
  '/api/v1': { groupVersion: 'v1', resources: LISTS },
  [`/apis/${group}/v1beta1`]: { groupVersion: version.groupVersion, resources: METRICS },
  '/api/v1/nodes': {
    kind: 'NodeList',
    apiVersion: 'v1',
    metadata: {},
    items: [
      { metadata: { name: 'n1' }, status: { allocatable: room('2', '4Gi'), capacity: room('4', '8Gi') } },
      { metadata: { name: 'n2' }, status: { allocatable: room('2', '4Gi'), capacity: room('4', '8Gi') } },
    ],
  },
  [`/apis/${group}/v1beta1/nodes`]: {
    ...listOf('NodeMetrics'),
    items: [metricsOf('n2', '200m', '2Gi'), metricsOf('n1', '1', '1Gi')],
  },
  [`/apis/${group}/v1beta1/namespaces/default/pods`]: { ...listOf('PodMetrics'), items: PODS },
  [`/apis/${group}/v1beta1/namespaces/default/pods/db`]: PODS[1] ?? {},
}

/** Runs `top`; returns its output and the queries of its requests. */
async function top(line: string): Promise<{ code: number; out: string; err: string; queries: string[] }> {
  const printed = { out: '', err: '' }
  const queries: string[] = []
  const code = await run({
    argv: ['top', ...line.split(' ')],
    stdin: () => Promise.resolve(new Uint8Array()),
    stdout: (text) => void (printed.out += text),
    stderr: (text) => void (printed.err += text),
    cwd: '/',
    files: {
      read: (path) => Promise.reject(new FileMissing(path)),
      write: () => Promise.resolve(),
      kind: () => Promise.resolve(undefined),
      list: () => Promise.resolve([]),
    },
    env: {},
    connect: () => (request) => {
      const { pathname, searchParams } = new URL(request.url)
      for (const key of ['labelSelector', 'fieldSelector'])
        if (searchParams.has(key)) queries.push(`${key}=${searchParams.get(key) ?? ''}`)
      const answer = ANSWERS[pathname]
      const missing = { kind: 'Status', status: 'Failure', reason: 'NotFound', message: 'not found', code: 404 }
      return Promise.resolve(Response.json(answer ?? missing, { status: answer ? 200 : 404 }))
    },
    clock: createFakeClock(),
    signal: new AbortController().signal,
    sha256: () => Promise.resolve(new Uint8Array()),
    defaultConnection: { server: 'https://orchard.invalid', insecureSkipTlsVerify: false },
  })
  return { code, ...printed, queries }
}

const rows = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trimEnd())

test.each<[line: string, rows: readonly string[]]>([
  ['node', ['NAME CPU(cores) CPU(%) MEMORY(bytes) MEMORY(%)', 'n1 1000m 50% 1024Mi 25%', 'n2 200m 10% 2048Mi 50%']],
  ['nodes --sort-by=memory --no-headers', ['n2 200m 10% 2048Mi 50%', 'n1 1000m 50% 1024Mi 25%']],
  ['node --show-capacity --no-headers', ['n1 1000m 25% 1024Mi 12%', 'n2 200m 5% 2048Mi 25%']],
  ['pod', ['NAME CPU(cores) MEMORY(bytes)', 'db 250m 32Mi', 'web 105m 72Mi']],
  ['pod --sort-by=memory --no-headers', ['web 105m 72Mi', 'db 250m 32Mi']],
  ['po db --no-headers', ['db 250m 32Mi']],
  [
    'pod --containers',
    ['POD NAME CPU(cores) MEMORY(bytes)', 'db db 250m 32Mi', 'web nginx 100m 64Mi', 'web log 5m 8Mi'],
  ],
  ['pod --sum --no-headers', ['db 250m 32Mi', 'web 105m 72Mi', ' ________ ________', ' 355m 104Mi']],
])('top %s', async (line, expected) => {
  const { code, out, err } = await top(line)
  expect({ code, err, rows: rows(out) }).toEqual({ code: 0, err: '', rows: expected })
})

test('selectors go to the server', async () => {
  expect((await top('pod -l app=web --field-selector=metadata.name=web')).queries).toEqual([
    'labelSelector=app=web',
    'fieldSelector=metadata.name=web',
  ])
})

test.each([
  ['pod --sort-by=name', 'error: --sort-by accepts only cpu or memory\n'],
  ['node n1 -l a=b', 'error: only one of NAME or --selector can be provided\n'],
  ['pod web -l a=b', 'error: only one of NAME or selector can be provided\n'],
])('top %s is refused', async (line, message) => {
  expect(await top(line)).toMatchObject({ code: 1, out: '', err: message })
})
