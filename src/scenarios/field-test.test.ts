import { describe, expect, it } from 'vitest'
import { fieldPath } from './field-path'
import { fieldHolds } from './field-test'
import type { FieldTest } from './check'

const POD = {
  metadata: { name: 'web', labels: { 'a.b/c': 'x' } },
  spec: { replicas: 3, containers: [{ name: 'one' }, { name: 'two' }] },
}

describe('a test of a field', () => {
  it.each<[FieldTest, boolean]>([
    [{ path: 'metadata.name', is: 'web' }, true],
    [{ path: 'metadata.name', is: 'db' }, false],
    [{ path: 'metadata.labels["a.b/c"]', is: 'x' }, true],
    [{ path: 'spec.containers[1].name', is: 'two' }, true],
    [{ path: 'spec.containers[*].name', is: 'two' }, true],
    [{ path: 'spec.containers[*].name', not: 'two' }, false],
    [{ path: 'spec.containers[*].name', not: 'three' }, true],
    [{ path: 'spec.containers', count: 2 }, true],
    [{ path: 'spec.containers', contains: { name: 'one' } }, true],
    [{ path: 'spec.replicas', atLeast: 3 }, true],
    [{ path: 'spec.replicas', atMost: 2 }, false],
    [{ path: 'spec.replicas', in: [1, 3] }, true],
    [{ path: 'spec.missing', exists: false }, true],
    [{ path: 'spec.missing', exists: true }, false],
    [{ path: 'spec.missing', not: 1 }, true],
    [{ path: 'spec.missing', is: undefined }, true],
    [{ path: 'metadata.name', matches: '^w' }, true],
    [{ path: 'metadata.name', matches: '(a+)+$' }, false],
    [{ path: 'metadata.__proto__', exists: false }, true],
  ])('%j is %s', (test, holds) => expect(fieldHolds(POD, test)).toBe(holds))

  it.each(['', 'a', 'a.b', 'a[0].b', 'a[*]', 'a["b.c"].d'])('reads "%s" as a path', (text) =>
    expect(fieldPath(text)).toBeDefined(),
  )
  it.each(['a[', 'a..b', 'a[x]', '[', 'a b'])('does not take "%s" for a path', (text) =>
    expect(fieldPath(text)).toBeUndefined(),
  )
})
