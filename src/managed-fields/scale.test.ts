import { describe, expect, test } from 'vitest'
import type { ManagedFieldsEntry } from '../machinery/object'
import { schemaOf } from '../api/types'
import { FieldSet } from './field-set'
import { applyIntent } from './manager'
import { managerNameOf, problemsOfManagerName } from './manager-name'
import { resetFieldsOf } from './reset-fields'
import { parentEntries, scaleEntries, type ScalePaths } from './scale'
import { struct, text } from './stage.testing'

const paths: ScalePaths = {
  scaleVersion: 'autoscaling/v1',
  apiVersion: 'apps/v1',
  replicasPath: (version) => (version.startsWith('apps/') ? ['spec', 'replicas'] : undefined),
}
const entry = (manager: string, fields: object, more: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'apps/v1',
  time: '2030-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: fields as Record<string, unknown>,
  ...more,
})
const replicas = { 'f:spec': { 'f:replicas': {} } }

describe('the records of a scale', () => {
  const entries = [
    entry('one', { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } }),
    entry('two', { 'f:spec': { 'f:paused': {} } }),
    entry('up', replicas, { operation: 'Update', apiVersion: 'apps/v1beta1' }),
  ]
  test('are those of the owners of the count', () => {
    expect(scaleEntries(entries, paths)).toEqual([
      entry('one', replicas, { apiVersion: 'autoscaling/v1' }),
      entry('up', replicas, { apiVersion: 'autoscaling/v1', operation: 'Update' }),
    ])
  })
  test('leave those of the resource as they are when nothing changes', () => {
    expect(parentEntries(entries, scaleEntries(entries, paths), paths)).toBe(entries)
  })
  test('hand the count over', () => {
    const shown = scaleEntries(entries, paths) ?? []
    const live = {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'a', managedFields: shown },
      spec: { replicas: 1 },
    }
    const intent = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 3 } }
    const scaled = applyIntent(
      live,
      intent,
      { manager: 'scaler', force: true, time: '2030-01-01T00:00:09Z', subresource: 'scale' },
      { release: 25, schemaOf: () => schemaOf('autoscaling.v1.Scale'), convert: (object) => object },
    )
    expect(parentEntries(entries, scaled.metadata.managedFields, paths)).toEqual([
      entry('one', { 'f:spec': { 'f:paused': {} } }),
      entry('two', { 'f:spec': { 'f:paused': {} } }),
      entry('scaler', replicas, { time: '2030-01-01T00:00:09Z', subresource: 'scale' }),
    ])
  })
})

test.each([
  ['named', 'tool/1.0', 'named'],
  ['', 'mytool/1.2 (linux/amd64)', 'mytool'],
  [undefined, 'plain', 'plain'],
  ['', '/odd', 'unknown'],
  ['', undefined, 'unknown'],
  ['', 'a\u0007b/1', 'ab'],
  ['', 'ü'.repeat(70), 'ü'.repeat(64)],
])('the manager %j with the user agent %j is %s', (manager, agent, name) => {
  expect(managerNameOf(manager, agent)).toBe(name)
})

test.each([
  ['m'.repeat(128), undefined],
  ['m'.repeat(129), 'FieldValueTooLong'],
  ['a\u0007b', 'FieldValueInvalid'],
  ['a b-ü☃', undefined],
])('the manager name %j has the problem %s', (name, reason) => {
  expect(problemsOfManagerName(name)[0]?.reason).toBe(reason)
})

test('an endpoint leaves alone what is written elsewhere', () => {
  const schema = struct({ spec: text, more: text, status: text })
  const at = { subresource: '', hasStatus: true, custom: true, schema }
  expect(resetFieldsOf(at).equals(FieldSet.ofFields([['status']]))).toBe(true)
  expect(resetFieldsOf({ ...at, hasStatus: false }).isEmpty).toBe(true)
  const others = FieldSet.ofFields([['spec'], ['more'], ['metadata']])
  expect(resetFieldsOf({ ...at, subresource: 'status' }).equals(others)).toBe(true)
  expect(resetFieldsOf({ ...at, subresource: 'status', custom: false }).equals(FieldSet.ofFields([['spec']]))).toBe(
    true,
  )
})
