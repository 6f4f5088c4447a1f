import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { startCluster } from '../../../../testing/cluster'

const PODS = '/api/v1/namespaces/default/pods'
const TOKEN = { authorization: 'Bearer token' }
const container = (image: string, cpu = '1') => ({ name: 'c', image, resources: { requests: { cpu } } })
const observed = (pod: ApiObject): unknown => (pod['status'] as { observedGeneration?: number }).observedGeneration

async function cluster(release: string) {
  const made = await startCluster(
    [
      ...`--release=${release}`.split(' '),
      '--controllers=',
      '--disable-admission-plugins=ServiceAccount',
      '--token-auth-file=tokens',
    ],
    { files: { tokens: 'token,alice,1\n' } },
  )
  const ask = async (method: string, path: string, body?: object, type = 'application/json'): Promise<ApiObject> => {
    const answer = await made.send(method, path, body, { ...TOKEN, 'content-type': type })
    return (await answer.json()) as ApiObject
  }
  const patch = (path: string, body: object) => ask('PATCH', path, body, 'application/strategic-merge-patch+json')
  const create = () =>
    ask('POST', PODS, {
      metadata: { name: 'a', generation: 7 },
      spec: { containers: [container('i:1')] },
    })
  return { made, ask, patch, create }
}

describe('metadata.generation of pods', () => {
  it.each([
    ['1.32', [7, 7, 7, 7, 7, 7]],
    ['1.33', [1, 1, 2, 2, 3, 4]],
    ['1.35', [1, 1, 2, 2, 3, 4]],
  ])('of release %s: %j', async (release, expected) => {
    const { made, patch, ask, create } = await cluster(release)
    const answers = [
      await create(),
      await patch(`${PODS}/a`, { metadata: { generation: 9, labels: { a: 'b' } } }),
      await patch(`${PODS}/a`, { spec: { containers: [container('i:2')] } }),
      await patch(`${PODS}/a/status`, { status: { phase: 'Running' } }),
      await patch(`${PODS}/a/ephemeralcontainers`, { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } }),
    ]
    await ask('POST', `${PODS}/a/binding`, { target: { kind: 'Node', name: 'n' } })
    const bound = await ask('GET', `${PODS}/a`)
    expect(bound.metadata.generation).toBe(expected[4])
    answers.push(await patch(`${PODS}/a`, { spec: { activeDeadlineSeconds: 60 } }))
    expect(answers.map(({ metadata }) => metadata.generation)).toEqual(expected)
    await made.stop()
  })

  it.each([
    ['1.32', undefined],
    ['1.33', undefined],
    ['1.33 --feature-gates=PodObservedGenerationTracking=true', 1],
    ['1.34', 1],
  ])('of release %s: after a status without observedGeneration it is %s', async (release, expected) => {
    const { made, ask, create } = await cluster(release)
    const pod = await create()
    const put = (status: object) =>
      ask('PUT', `${PODS}/a/status`, {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'a' },
        spec: pod['spec'],
        status,
      })
    const condition = { type: 'Ready', status: 'True' }
    await put({ phase: 'Running', observedGeneration: 1, conditions: [{ ...condition, observedGeneration: 1 }] })
    const after = await put({ phase: 'Running', conditions: [condition] })
    expect(observed(after)).toBe(expected)
    const { conditions = [] } = after['status'] as { conditions?: { observedGeneration?: number }[] }
    expect(conditions.map(({ observedGeneration }) => observedGeneration)).toEqual([expected])
    await made.stop()
  })
})
