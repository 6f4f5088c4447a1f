import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'

const LARGEST = '9223372036854775807'
const SMALLEST = '-9223372036854775808'
const ODD = '9007199254740993'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const JOBS = '/apis/batch/v1/namespaces/default/jobs'

const definition = {
  apiVersion: 'apiextensions.orch.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        additionalPrinterColumns: [
          { name: 'N', type: 'integer', jsonPath: '.spec.n' },
          { name: 'T', type: 'string', jsonPath: '.spec.n' },
        ],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                'x-orch-preserve-unknown-fields': true,
                properties: {
                  n: { type: 'integer' },
                  i32: { type: 'integer', format: 'int32' },
                  i64: { type: 'integer', format: 'int64' },
                  f: { type: 'number', format: 'float' },
                  large: { type: 'integer', maximum: 9007199254740993 },
                  set: { type: 'array', items: { type: 'integer' }, 'x-orch-list-type': 'set' },
                  s: { type: 'string', pattern: '^(a+)+$' },
                },
              },
            },
          },
        },
      },
    ],
  },
}

describe.each(['1.20', '1.25'])('values at release %s', (release) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startAdminsCluster(release)
    await cluster.send(
      'POST',
      '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
      JSON.stringify(definition).replaceAll('9007199254740992', ODD),
    )
    await until(
      () => cluster.send('GET', WIDGETS),
      ({ status }) => status === 200,
    )
  })
  afterAll(() => cluster.stop())

  const ask = async (
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
    accept = 'application/json',
  ): Promise<{ status: number; text: string }> => {
    const response = await cluster.send(method, path, body, { 'content-type': type, accept })
    return { status: response.status, text: await response.text() }
  }
  const widget = (name: string, spec: string): string =>
    `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"${name}"},"spec":${spec}}`

  test.each([ODD, LARGEST, SMALLEST, '-9007199254740993', '9007199254740992'])(
    'a custom object has %s digit for digit, however it is written and read',
    async (n) => {
      const name = `w${n.replace('-', 'm')}`
      const created = await ask('POST', WIDGETS, widget(name, `{"n":${n},"free":{"deep":[${n}]},"set":[${n}]}`))
      expect(created.status).toBe(201)
      expect(created.text).toContain(`"deep":[${n}]`)
      const read = await ask('GET', `${WIDGETS}/${name}`)
      expect(read.text).toContain(`"n":${n}`)
      expect((await ask('GET', `${WIDGETS}?fieldSelector=metadata.name=${name}`)).text).toContain(`"n":${n}`)
      expect((await ask('GET', `${WIDGETS}/${name}`, undefined, undefined, 'application/yaml')).text).toContain(
        `"n": ${n}\n`,
      )
      const table = await ask(
        'GET',
        `${WIDGETS}/${name}`,
        undefined,
        undefined,
        'application/json;as=Table;v=v1;g=meta.orch.io',
      )
      expect(table.text).toContain(`"cells":["${name}",${n},"${n}"]`)
      const put = await ask('PUT', `${WIDGETS}/${name}`, read.text)
      expect(put.text).toBe(read.text)
    },
  )

  test.each<[string, string, string]>([
    ['application/merge-patch+json', `{"spec":{"n":${ODD}}}`, `"n":${ODD}`],
    ['application/json-patch+json', `[{"op":"add","path":"/spec/n","value":${LARGEST}}]`, `"n":${LARGEST}`],
    ['application/json-patch+json', `[{"op":"test","path":"/spec/i64","value":${ODD}}]`, `"i64":${ODD}`],
    [
      'application/apply-patch+yaml',
      `apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: patched\nspec:\n  set: [${ODD}, ${LARGEST}]\n`,
      `"set":[${ODD},${LARGEST}]`,
    ],
  ])('%s keeps integers: %s', async (type, patch, expected) => {
    await ask('DELETE', `${WIDGETS}/patched`)
    await ask('POST', WIDGETS, widget('patched', `{"i64":${ODD}}`))
    const patched = await ask('PATCH', `${WIDGETS}/patched?fieldManager=tool`, patch, type)
    expect(patched).toMatchObject({ status: 200, text: expect.stringContaining(expected) as string })
    if (type.includes('apply')) expect(patched.text).toContain(`"v:${ODD}":{}`)
  })

  test('a strategic merge keeps integers', async () => {
    const pod = `{"metadata":{"name":"s"},"spec":{"terminationGracePeriodSeconds":${ODD},"containers":[{"name":"a","image":"b"}]}}`
    const path = '/api/v1/namespaces/default/pods'
    const created = await ask('POST', path, pod)
    expect(created.text).toContain(`"terminationGracePeriodSeconds":${ODD}`)
    const patched = await ask(
      'PATCH',
      `${path}/s`,
      '{"metadata":{"labels":{"a":"b"}}}',
      'application/strategic-merge-patch+json',
    )
    expect(patched.text).toContain(`"terminationGracePeriodSeconds":${ODD}`)
    expect((await ask('DELETE', `${path}/s`)).status).toBe(200)
  })

  const job = (parallelism: string): string =>
    `{"metadata":{"name":"j"},"spec":{"activeDeadlineSeconds":${parallelism},"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"a","image":"b"}]}}}}`
  test.each<[string, string, number]>([
    ['9223372036854775808', 'application/json', 400],
    ['-9223372036854775809', 'application/json', 400],
    ['1.0', 'application/json', 400],
    ['1e2', 'application/json', 400],
    ['1E2', 'application/json', 400],
    ['1.5', 'application/json', 400],
    ['100', 'application/json', 201],
    ['1e2', 'application/yaml', 201],
    ['1.0', 'application/yaml', 201],
  ])('activeDeadlineSeconds: %s as %s is answered with %d', async (n, type, status) => {
    expect((await ask('POST', `${JOBS}?dryRun=All`, job(n), type)).status).toBe(status)
  })

  test.each<[string, string, number]>([
    ['application/merge-patch+json', '{"spec":{"activeDeadlineSeconds":2.0}}', release === '1.20' ? 422 : 400],
    [
      'application/json-patch+json',
      '[{"op":"add","path":"/spec/activeDeadlineSeconds","value":2e1}]',
      release === '1.20' ? 422 : 400,
    ],
    ['application/strategic-merge-patch+json', '{"spec":{"activeDeadlineSeconds":2.0}}', 200],
  ])('%s of %s is answered with %d', async (type, patch, status) => {
    await ask('POST', JOBS, job('100'))
    expect((await ask('PATCH', `${JOBS}/j?dryRun=All`, patch, type)).status).toBe(status)
  })

  test.each<[string, number]>([
    ['{"n":1.0,"i32":1e2}', 201],
    ['{"n":9223372036854775808}', 422],
    ['{"n":1e17}', 422],
    ['{"i32":2147483647}', 201],
    ['{"i32":2147483648}', 201],
    ['{"i32":-2147483649}', 201],
    [`{"i64":${LARGEST}}`, 201],
    ['{"f":3.4e38}', 201],
    ['{"f":3.5e38}', 201],
    [`{"set":[${ODD},9007199254740992]}`, 201],
    [`{"set":[${ODD},${ODD}]}`, 422],
    [`{"large":9007199254740995}`, 422],
  ])('a custom object of %s is answered with %d', async (spec, status) => {
    const answer = await ask('POST', `${WIDGETS}?dryRun=All`, widget('x', spec))
    expect(answer).toMatchObject({ status })
  })

  test('a pattern that backtracks elsewhere is answered at once', async () => {
    const answer = await ask('POST', `${WIDGETS}?dryRun=All`, widget('x', `{"s":"${'a'.repeat(50_000)}!"}`))
    expect(answer.status).toBe(422)
  })

  test('halves of surrogate pairs become U+FFFD, and a byte-order mark is refused', async () => {
    const path = '/api/v1/namespaces/default/configmaps?dryRun=All'
    const body = '{"metadata":{"name":"x"},"data":{"a":"\\ud800","b":"\\ud83d\\ude00"}}'
    const answer = await ask('POST', path, body)
    expect((JSON.parse(answer.text) as ApiObject & { data: unknown }).data).toEqual({ a: '\ufffd', b: '😀' })
    expect((await ask('POST', path, `\ufeff${body}`)).status).toBe(400)
  })

  test.each([
    ['2020-01-01T00:00:00Z', 201],
    ['2020-01-01T01:00:00+01:00', 201],
    ['2020-01-01t00:00:00Z', 400],
    ['2020-01-01T00:00:00z', 400],
    ['2020-01-01 00:00:00Z', 400],
  ])('the time %s is answered with %d', async (time, status) => {
    const path = '/apis/coordination.orch.io/v1/namespaces/default/leases?dryRun=All'
    const lease = { metadata: { name: 'x', creationTimestamp: time } }
    expect((await ask('POST', path, JSON.stringify(lease))).status).toBe(status)
  })

  test.each(['limit', 'timeoutSeconds'])('%s may be any int64', async (parameter) => {
    const path = '/api/v1/namespaces/default/configmaps'
    expect((await ask('GET', `${path}?${parameter}=${LARGEST}`)).status).toBe(200)
    expect((await ask('GET', `${path}?${parameter}=9223372036854775808`)).status).toBe(400)
  })
})
