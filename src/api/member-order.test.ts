import { describe, expect, it } from 'vitest'
import { parseJson, writeJson } from '../machinery/json-text'
import { CLUSTER_ADMIN } from '../machinery/user'
import { startCluster } from '../testing/cluster'
import { until } from '../testing/until'
import { sortMembers } from './member-order'

const sorted = (text: string): string => writeJson(sortMembers(parseJson(text)))

describe('members of objects', () => {
  it.each([
    ['{"b":1,"a":{"d":1,"c":2}}', '{"a":{"c":2,"d":1},"b":1}'],
    ['[{"b":1,"a":2}]', '[{"a":2,"b":1}]'],
    ['{"ab":1,"a":2,"":3,"B":4}', '{"":3,"B":4,"a":2,"ab":1}'],
    ['{"\u{1f600}":1,"\uff5e":2,"é":3}', '{"é":3,"\uff5e":2,"\u{1f600}":1}'],
    ['{"b":1,"__proto__":{"z":1,"y":2}}', '{"__proto__":{"y":2,"z":1},"b":1}'],
  ])('of %s are sorted', (text, expected) => expect(sorted(text)).toBe(expected))

  it('that are in order are shared', () => {
    const value = { a: [{ b: 1, c: {} }], d: null }
    expect(sortMembers(value)).toBe(value)
  })
})

describe('answers', () => {
  const orderIn = (text: string, name: string): string[] => {
    const start = text.indexOf(`"${name}":{`) + name.length + 3
    return Object.keys(JSON.parse(text.slice(start, text.indexOf('}', start) + 1)) as object)
  }
  async function cluster() {
    const { controlPlane } = await startCluster()
    return (method: string, path: string, body?: unknown, type = 'application/json') =>
      controlPlane.fetch(
        new Request(`http://orchard.invalid${path}`, {
          method,
          headers: { 'content-type': type },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
        { remote: 'test', secure: true, user: CLUSTER_ADMIN },
      )
  }
  const MAPS = '/api/v1/namespaces/default/configmaps'

  it('have the maps of built-in kinds sorted, whichever way they were written', async () => {
    const send = await cluster()
    const made = await send('POST', MAPS, {
      metadata: { name: 'a', labels: { z: '1', b: '2' }, annotations: { y: '1', x: '2' } },
      data: { z: '1', a: '2', k: '3' },
    })
    const text = await made.text()
    expect(['labels', 'annotations', 'data'].map((name) => orderIn(text, name))).toEqual([
      ['b', 'z'],
      ['x', 'y'],
      ['a', 'k', 'z'],
    ])
    await send('PATCH', `${MAPS}/a`, { data: { c: '4' } }, 'application/merge-patch+json')
    expect(orderIn(await (await send('GET', `${MAPS}/a`)).text(), 'data')).toEqual(['a', 'c', 'k', 'z'])
  })

  it('have custom objects sorted throughout', async () => {
    const send = await cluster()
    const schema = { type: 'object', 'x-orch-preserve-unknown-fields': true }
    await send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: 'trees.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'trees', kind: 'Tree' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    })
    const trees = '/apis/example.com/v1/namespaces/default/trees'
    const body = {
      spec: { z: { d: 1, c: 2 }, a: 3 },
      metadata: { name: 'a' },
      kind: 'Tree',
      apiVersion: 'example.com/v1',
    }
    await until(
      async () => (await send('GET', trees)).status,
      (status) => status === 200,
    )
    const answer = await (await send('POST', trees, body)).text()
    expect(answer).toContain('"spec":{"a":3,"z":{"c":2,"d":1}}')
  })
})
