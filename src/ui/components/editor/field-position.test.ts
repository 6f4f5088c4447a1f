import { describe, expect, it } from 'vitest'
import { fieldPosition, fieldSteps } from './field-position'

const TEXT = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app.orch.io/name: web
spec:
  containers:
    - name: one
      image: a
    - name: two
      ports:
        - containerPort: 99999
---
kind: Service
`
const at = (path: string, document?: number) => {
  const { from, to } = fieldPosition(TEXT, path, document)
  return TEXT.slice(from, to)
}

describe('fieldSteps', () => {
  it.each([
    ['spec.containers[0].image', ['spec', 'containers', 0, 'image']],
    ['metadata.labels[app.orch.io/name]', ['metadata', 'labels', 'app.orch.io/name']],
    ['spec.ports[key="x"].name', ['spec', 'ports', 'key="x', 'name']],
    ['data["a.b"]', ['data', 'a.b']],
  ])('%s', (path, steps) => {
    expect(fieldSteps(path)).toEqual(steps)
  })
})

describe('fieldPosition', () => {
  it.each([
    ['metadata.name', 'name: web'],
    ['metadata.labels[app.orch.io/name]', 'app.orch.io/name: web'],
    ['spec.containers[1].ports[0].containerPort', 'containerPort: 99999'],
    ['spec.containers[0].image', 'image: a'],
    ['spec.containers[1].image', 'name: two'],
    ['spec.replicas', 'spec'],
    ['nowhere', ''],
  ])('%s', (path, expected) => {
    expect(at(path)).toBe(expected)
  })

  it('looks into the document that is meant', () => {
    expect(at('kind', 1)).toBe('kind: Service')
  })
})
