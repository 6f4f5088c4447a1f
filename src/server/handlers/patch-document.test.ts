// Patches of unknown media types: routes of built-in types refuse them before the patch is read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

const MAP = '/api/v1/namespaces/default/configmaps/a'
let cluster: TestCluster
let later: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  later = await startAdminsCluster('1.25')
})
afterAll(() => Promise.all([cluster.stop(), later.stop()]))

test.each<[type: string, patch: string | undefined, code: number, message: string]>([
  ['text/plain', '{}', 415, '415: Unsupported Media Type'],
  ['', '{}', 415, '415: Unsupported Media Type'],
  ['text/plain', undefined, 406, '406: Not Acceptable'],
  [
    'text/plain, application/merge-patch+json',
    '{}',
    415,
    'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, ',
  ],
])('a patch of type %j with %j', async (type, patch, code, message) => {
  const answer = await cluster.send('PATCH', MAP, patch, { 'content-type': type })
  const status = (await answer.json()) as { message: string }
  expect([answer.status, status.message]).toEqual([code, expect.stringContaining(message)])
})

test('a patch of an unknown media type without a body lists no forms of answers, in later releases', async () => {
  const answer = await later.send('PATCH', MAP, undefined, { 'content-type': 'text/plain' })
  expect(await answer.json()).toMatchObject({
    code: 406,
    message: '406: Not Acceptable\n\nAvailable representations: ',
  })
})
