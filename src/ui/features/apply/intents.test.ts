import { describe, expect, it } from 'vitest'
import { claimField, claimsNothing, placeIn, takeValue } from './intents'
import { dropField, dropFields } from './drop-field'

const INTENT = `# The storefront, as alice wants it.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app.orch.io/part-of: "shop" # keep the quotes
spec:
  # three is enough for a weekday
  replicas: 3 # until the autoscaler is there
  template:
    spec:
      containers:
        - name: web # the only one
          image: shop:1.4
          ports:
            - containerPort: 80

        - name: log
          image: log:2
`
const REPLICAS = ['f:spec', 'f:replicas']
const LOG = ['f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"log"}']

describe('dropField', () => {
  it('removes a field and keeps every other line, including comments', () => {
    expect(dropField(INTENT, REPLICAS)).toBe(
      INTENT.replace(
        '  # three is enough for a weekday\n  replicas: 3 # until the autoscaler is there\n',
        '  # three is enough for a weekday\n  # until the autoscaler is there\n',
      ),
    )
  })

  it('removes structures that become empty', () => {
    expect(dropField('a: 1\nspec:\n  deep:\n    replicas: 3\n', ['f:spec', 'f:deep', 'f:replicas'])).toBe('a: 1\n')
  })

  it.each([
    ['an item of a keyed list', LOG, '\n        - name: log\n          image: log:2\n', ''],
    ['a field of an item', [...LOG, 'f:image'], '          image: log:2\n', ''],
    [
      'a field whose name has dots and slashes',
      ['f:metadata', 'f:labels', 'f:app.orch.io/part-of'],
      '  labels:\n    app.orch.io/part-of: "shop" # keep the quotes\n',
      '  # keep the quotes\n',
    ],
  ])('removes %s', (_, path, before, after) => {
    const dropped = dropField(INTENT, path)
    expect(placeIn(dropped, path)).toBeUndefined()
    expect(dropped.replace(/\s+$/gm, '')).toBe(INTENT.replace(before, after).replace(/\s+$/gm, ''))
  })

  it('finds items again when several go', () => {
    const text = 'tags:\n  - a\n  - b\n  - c\n'
    const of = (value: string) => ['f:tags', `v:"${value}"`]
    expect(dropFields(text, [of('a'), of('c')])).toBe('tags:\n  - b\n')
    expect(dropFields(text, [of('a'), of('b'), of('c')])).toBe('{}\n')
  })

  it('keeps lists at the indentation they have', () => {
    const text = 'list:\n- name: a\n  x: 1\n- name: b\nspec:\n  replicas: 3\n  other: 1\n'
    expect(dropField(text, REPLICAS)).toBe(text.replace('  replicas: 3\n', ''))
  })

  it.each([
    ['says nothing of it', 'a: 1\n'],
    ['can not be read', 'a: [1\nspec: {replicas: 3}'],
    ['is no object', '- 1\n'],
  ])('does not change a text that %s', (_, text) => {
    expect(dropField(text, REPLICAS)).toBe(text)
  })
})

describe('takeValue', () => {
  it('sets a scalar and keeps its remark', () => {
    expect(takeValue(INTENT, REPLICAS, 5)).toBe(INTENT.replace('replicas: 3 #', 'replicas: 5 #'))
  })

  it.each([
    ['a: "1"\n', '2', 'a: "2"\n'],
    ['a: "1"\n', 2, 'a: 2\n'],
    ['a: 1\n', 'yes', 'a: "yes"\n'],
    ['a: 0x10\n', 17, 'a: 17\n'],
    ['a: 1 # n\n', { b: [1] }, 'a:\n  # n\n  b:\n    - 1\n'],
    ['a: [1, 2]\n', [3], 'a:\n  - 3\n'],
    ['a: 1\n', null, 'a: null\n'],
  ])('%j with %j', (text, value, expected) => {
    expect(takeValue(text, ['f:a'], value)).toBe(expected)
  })

  it('sets a field of an item', () => {
    expect(takeValue(INTENT, [...LOG, 'f:image'], 'log:3')).toBe(INTENT.replace('log:2', 'log:3'))
  })

  it('changes nothing where the value is already so', () => {
    const text = "a:   'x'  # odd\n"
    expect(takeValue(text, ['f:a'], 'x')).toBe(text)
  })
})

describe('claimField', () => {
  const start = 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n'
  it.each([
    ['a field', REPLICAS, 3, 'spec:\n  replicas: 3\n'],
    [
      'a field of an item, with the keys of the item',
      [...LOG, 'f:image'],
      'log:2',
      'spec:\n  template:\n    spec:\n      containers:\n        - name: log\n          image: log:2\n',
    ],
    ['a member of a set', ['f:tags', 'v:"a"'], 'a', 'tags:\n  - a\n'],
    [
      'an item',
      LOG,
      { name: 'log', image: 'x' },
      'spec:\n  template:\n    spec:\n      containers:\n        - name: log\n          image: x\n',
    ],
  ])('adds %s', (_, path, value, added) => {
    expect(claimField(start, path, value)).toBe(start + added)
  })

  it('adds a field beside existing ones', () => {
    expect(claimField('spec: {}\n', REPLICAS, 3)).toBe('spec:\n  replicas: 3\n')
    expect(claimField('spec:\n  paused: true # yes\n', REPLICAS, 3)).toBe(
      'spec:\n  paused: true # yes\n  replicas: 3\n',
    )
  })

  it('changes a field that is in the manifest already', () => {
    expect(claimField('spec:\n  replicas: 1\n', REPLICAS, 3)).toBe('spec:\n  replicas: 3\n')
  })
})

describe('claimsNothing', () => {
  it.each([
    ['apiVersion: v1\nkind: X\nmetadata: {name: a, namespace: b}\n', true],
    ['apiVersion: v1\nkind: X\nmetadata: {name: a, labels: {}}\n', false],
    ['apiVersion: v1\nkind: X\nmetadata: {name: a}\nspec: {}\n', false],
    ['apiVersion: [', false],
  ])('%j: %s', (text, expected) => {
    expect(claimsNothing(text)).toBe(expected)
  })
})
