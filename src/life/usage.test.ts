import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { curveAt, usageOf } from './usage'

it.each([
  ['200m', 0, 200],
  ['1', 12_345, 1000],
  ['100m..400m/10m', 0, 100],
  ['100m..400m/10m', 300_000, 400],
  ['100m..400m/10m', 600_000, 100],
  ['0.5..1.5/1m', 15_000, 1000],
  ['much', 0, undefined],
  ['1..2/never', 0, undefined],
])('%s at %d ms is %s', (text, at, value) => {
  const found = curveAt(text, at)
  expect(found === undefined ? found : Math.round(found)).toBe(value)
})

const pod = (annotations: Record<string, string>, requests?: object): ApiObject => ({
  metadata: { name: 'p', annotations },
  spec: { containers: [{ name: 'a', resources: { requests } }] },
})
it.each([
  ['nothing declared', pod({}), 1, 10, 32 * 1024 ** 2],
  ['a share of its requests', pod({}, { cpu: '1', memory: '100Mi' }), 1, 400, 60 * 1024 ** 2],
  ['its own curve', pod({ 'life.orch.io/cpu': '70m', 'life.orch.io/memory': '1Gi' }), 3, 70, 1024 ** 3],
  ['its part of the load', pod({ 'life.orch.io/load': '900m' }), 3, 300, 32 * 1024 ** 2],
])('a pod uses %s', (_, object, sharers, cpuMillis, memoryBytes) => {
  expect(usageOf(object, sharers, 0)).toEqual([{ container: 'a', cpuMillis, memoryBytes }])
})
