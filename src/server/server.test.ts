import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import type { ApiObject } from '../machinery/object'
import { startCluster, type TestCluster } from '../testing/cluster'

const ADMIN = { authorization: 'Bearer admin' }
const CM = '/api/v1/namespaces/default/configmaps'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(['--token-auth-file=tokens', '--authorization-mode=RBAC'], {
    files: { tokens: 'admin,admin,1,"system:masters"\nbob,bob,2\n' },
  })
})
afterAll(() => cluster.stop())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  cluster.send(method, path, body, { ...ADMIN, ...headers })
const statusOf = async (response: Response) =>
  (await response.json()) as {
    code: number
    reason: string
    message: string
    details?: { causes?: { reason: string; field: string }[] }
  }
const configMap = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
})

describe('who may come in', () => {
  test.each([
    ['no credentials', {}, 403],
    ['a wrong token', { authorization: 'Bearer wrong' }, 401],
    ['an empty token', { authorization: 'Bearer ' }, 403],
    ['another scheme', { authorization: 'Basic YTpi' }, 403],
    ['a user without rights', { authorization: 'Bearer bob' }, 403],
  ])('%s', async (_name, headers, code) => {
    expect((await cluster.send('GET', CM, undefined, headers)).status).toBe(code)
  })
})

describe('field validation', () => {
  const body = '{"metadata":{"name":"fv"},"data":{"a":"1","a":"2"},"what":1}'
  test.each([
    ['', 201, 2],
    ['Warn', 201, 2],
    ['Ignore', 201, 0],
    ['Strict', 400, 0],
    ['Loose', 422, 0],
  ])('level "%s" answers %i with %i warnings', async (level, code, warnings) => {
    const response = await send('POST', `${CM}?dryRun=All&fieldValidation=${level}`, body)
    expect(response.status).toBe(code)
    expect((response.headers.get('warning') ?? '').match(/299 /g)?.length ?? 0).toBe(warnings)
  })
  test('an unknown field and a wrong type are both named', async () => {
    const status = await statusOf(await send('POST', CM, '{"metadata":{"name":"x"},"data":{"a":1},"what":1}'))
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(status.message).toContain('what')
    expect(status.message).toContain('data.a')
  })
})

describe('an unrecognized field and another defect', () => {
  test.each(['', 'Ignore', 'Warn', 'Strict'])('are a bad request at level "%s"', async (level) => {
    const path = `${CM}?dryRun=All&fieldValidation=${level}`
    const bad = { metadata: { name: 'Bad' } }
    expect((await send('POST', path, { ...bad, what: 1 })).status).toBe(400)
    expect((await send('POST', path, bad)).status).toBe(422)
    expect((await send('POST', path, { metadata: { name: 'x' }, data: { a: 1 }, what: 1 })).status).toBe(400)
  })
})

describe('dry runs leave nothing behind', () => {
  test.each([
    ['POST', CM, configMap('dry')],
    ['PUT', `${CM}/kept`, configMap('kept', { new: '1' })],
    ['DELETE', `${CM}/kept`, undefined],
    ['DELETE', CM, undefined],
    ['PATCH', `${CM}/kept`, { data: { a: 'b' } }],
  ])('%s %s', async (method, path, body) => {
    await send('POST', CM, configMap('kept'))
    const before = cluster.store.revision
    const response = await send(
      method,
      `${path}?dryRun=All`,
      body,
      method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {},
    )
    expect(response.ok).toBe(true)
    expect(cluster.store.revision).toBe(before)
  })
})

describe('limits', () => {
  test.each([
    ['a body that is too large', () => send('POST', CM, configMap('a', { k: 'x'.repeat(3_200_000) })), 413],
    ['a body that is too deep', () => send('POST', CM, `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`), 400],
    [
      'a JSON patch with too many operations',
      () =>
        send(
          'PATCH',
          `${CM}/kept`,
          Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
          { 'content-type': 'application/json-patch+json' },
        ),
      413,
    ],
    ['a name that is too long', () => send('POST', CM, configMap('a'.repeat(254))), 422],
    ['a limit that is no number', () => send('GET', `${CM}?limit=x`), 400],
  ])('%s', async (_name, ask, code) => {
    await send('POST', CM, configMap('kept'))
    expect((await ask()).status).toBe(code)
  })
})

describe('pages', () => {
  test('show one snapshot while objects change, and count the remaining ones', async () => {
    for (let i = 0; i < 7; i++) await send('POST', '/api/v1/namespaces/orch-public/configmaps', configMap(`p${i}`))
    const path = '/api/v1/namespaces/orch-public/configmaps'
    const names: string[] = []
    let token = ''
    let version = ''
    const wanted = ((await (await send('GET', path)).json()) as { items: ApiObject[] }).items.map(
      ({ metadata }) => metadata.name,
    )
    do {
      const page = (await (await send('GET', `${path}?limit=3&continue=${token}`)).json()) as {
        items: ApiObject[]
        metadata: { continue?: string; resourceVersion: string; remainingItemCount?: number }
      }
      version ||= page.metadata.resourceVersion
      expect(page.metadata.resourceVersion).toBe(version)
      names.push(...page.items.map(({ metadata }) => metadata.name ?? ''))
      expect(page.metadata.remainingItemCount).toBe(page.metadata.continue ? wanted.length - names.length : undefined)
      token = page.metadata.continue ?? ''
      await send('DELETE', `${path}/p5`)
    } while (token)
    expect(names).toEqual(wanted)
  })
})

describe('a page whose moment is no longer kept', () => {
  const path = '/api/v1/namespaces/orch-node-lease/configmaps'
  interface Page {
    readonly items: ApiObject[]
    readonly metadata: { readonly continue?: string; readonly resourceVersion?: string }
  }
  const read = async (query: string): Promise<Page> => (await (await send('GET', `${path}?${query}`)).json()) as Page
  test('is refused with a token that continues with the current objects', async () => {
    for (const name of ['a', 'b', 'd']) await send('POST', path, configMap(name))
    const first = await read('limit=1')
    await send('POST', path, configMap('c'))
    cluster.store.compact(cluster.store.revision)

    const refused = await send('GET', `${path}?limit=1&continue=${first.metadata.continue ?? ''}`)
    const status = (await refused.json()) as { reason: string; metadata: { continue: string } }
    expect([refused.status, status.reason]).toEqual([410, 'Expired'])
    const rest = await read(`continue=${status.metadata.continue}`)
    expect(rest.items.map(({ metadata }) => metadata.name).slice(0, 3)).toEqual(['b', 'c', 'd'])
    expect(rest.metadata.resourceVersion).toBe(String(cluster.store.revision))
  })
})

describe('whatever is sent', () => {
  const answered = (response: Response) => expect(response.status, `${response.status}`).toBeLessThan(500)

  test('selectors, tokens and versions never break the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'labelSelector',
          'fieldSelector',
          'continue',
          'resourceVersion',
          'resourceVersionMatch',
          'limit',
          'timeoutSeconds',
        ),
        fc.string({ unit: 'binary', maxLength: 30 }),
        async (parameter, value) => {
          const version = parameter === 'resourceVersion' && /^\d+$/.test(value) ? '1' : value
          answered(await send('GET', `${CM}?limit=1&${parameter}=${encodeURIComponent(version)}`))
        },
      ),
      { numRuns: 300 },
    )
  })
  test('bodies never break the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.object().map((value) => JSON.stringify({ metadata: { name: 'f' }, ...value })),
        ),
        fc.constantFrom('application/json', 'application/yaml', 'application/vnd.orch.protobuf'),
        async (text, type) => {
          answered(await send('POST', `${CM}?dryRun=All`, text, { 'content-type': type }))
        },
      ),
      { numRuns: 300 },
    )
  })
  test('patches never break the server', async () => {
    await send('POST', CM, configMap('patched', { a: 'b' }))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.object().map((value) => JSON.stringify(value)),
          fc
            .array(
              fc.record({
                op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
                path: fc.string(),
                from: fc.string(),
                value: fc.jsonValue(),
              }),
            )
            .map((value) => JSON.stringify(value)),
        ),
        fc.constantFrom(
          'application/json-patch+json',
          'application/merge-patch+json',
          'application/strategic-merge-patch+json',
          'application/apply-patch+yaml',
        ),
        async (text, type) => {
          answered(await send('PATCH', `${CM}/patched?dryRun=All&fieldManager=f`, text, { 'content-type': type }))
        },
      ),
      { numRuns: 300 },
    )
  })
  test('paths never break the server', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('/api/', '/apis/', '/api/v1/', '/apis/apps/v1/', '/livez/', '/openapi/'),
        fc.string({ maxLength: 20 }),
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        async (root, rest, method) => {
          answered(await send(method, root + encodeURI(rest).replaceAll('#', '%23').replaceAll('?', '%3F')))
        },
      ),
      { numRuns: 300 },
    )
  })
})
