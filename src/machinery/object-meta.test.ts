import { describe, expect, it } from 'vitest'
import { FieldPath } from './field-error'
import type { FieldError } from './field-wording'
import { dns1123Subdomain } from './names'
import type { ObjectMeta } from './object'
import {
  carryOverMeta,
  validateFieldManager,
  validateObjectMeta,
  validateObjectMetaUpdate,
  type MetaRules,
} from './object-meta'

const rules: MetaRules = {
  nameMessages: (name, prefix) => dns1123Subdomain(prefix ? name.replace(/-$/, 'a') : name),
  namespaced: true,
}
const causes = (errors: FieldError[]) => errors.map(({ reason, field }) => `${reason} ${field}`).sort()
const long = (length: number, letter = 'a') => letter.repeat(length)
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' }

it('prints owners of which several are controllers', () => {
  const ownerReferences = [
    { ...owner, controller: true },
    { ...owner, name: 'p', controller: true, blockOwnerDeletion: false },
  ]
  const [error] = validateObjectMeta({ name: 'a', namespace: 'n', ownerReferences }, rules)
  const texts = [
    'v1.OwnerReference{APIVersion:"v1", Kind:"ConfigMap", Name:"o", UID:"u", Controller:(*bool)(0x0), BlockOwnerDeletion:(*bool)(nil)}',
    'v1.OwnerReference{APIVersion:"v1", Kind:"ConfigMap", Name:"p", UID:"u", Controller:(*bool)(0x0), BlockOwnerDeletion:(*bool)(0x0)}',
  ]
  expect(error?.message).toContain(`Invalid value: []v1.OwnerReference{${texts.join(', ')}}: Only one`)
})

describe('metadata', () => {
  it.each<[string, ObjectMeta, string[]]>([
    [
      'nothing wrong',
      {
        labels: { 'example.com/Name_1.x': 'Value_1.x', empty: '' },
        annotations: { k: 'any text\n' },
        finalizers: ['example.com/ok'],
        ownerReferences: [owner],
      },
      [],
    ],
    ['a bad name', { name: 'Upper' }, ['FieldValueInvalid metadata.name']],
    ['no name', { name: '' }, ['FieldValueRequired metadata.name']],
    [
      'a bad prefix',
      { generateName: 'Bad_', name: 'Bad_x' },
      ['FieldValueInvalid metadata.generateName', 'FieldValueInvalid metadata.name'],
    ],
    ['no namespace', { namespace: '' }, ['FieldValueRequired metadata.namespace']],
    ['a bad namespace', { namespace: 'a.b' }, ['FieldValueInvalid metadata.namespace']],
    ['a bad generation', { generation: -1 }, ['FieldValueInvalid metadata.generation']],
    ...[
      { '-bad': 'x' },
      { 'a/b/c': 'x' },
      { k: 'no spaces' },
      { k: long(64) },
      { [long(64)]: 'x' },
      { 'Upper.example.com/x': 'y' },
    ].map((labels): [string, ObjectMeta, string[]] => [
      `labels ${JSON.stringify(labels).slice(0, 30)}`,
      { labels } as ObjectMeta,
      ['FieldValueInvalid metadata.labels'],
    ]),
    [
      'a label without a name',
      { labels: { '': 'x' } },
      ['labels', 'labels'].map((at) => `FieldValueInvalid metadata.${at}`),
    ],
    ['a bad annotation', { annotations: { 'a b': 'x' } }, ['FieldValueInvalid metadata.annotations']],
    ['an upper-case annotation', { annotations: { 'Example.com/X': 'x' } }, []],
    ['too many annotations', { annotations: { k: long(262145) } }, ['FieldValueTooLong metadata.annotations']],
    ['a plain finalizer', { finalizers: ['plain'] }, ['FieldValueInvalid metadata.finalizers[0]']],
    ['standard finalizers', { finalizers: ['orch', 'orphan'] }, []],
    [
      'finalizers that exclude each other',
      { finalizers: ['orphan', 'foregroundDeletion'] },
      ['FieldValueInvalid metadata.finalizers'],
    ],
    [
      'a bad finalizer',
      { finalizers: ['example.com/ok', 'example.com/bad name'] },
      ['FieldValueInvalid metadata.finalizers'],
    ],
    [
      'an empty owner',
      { ownerReferences: [{ apiVersion: '', kind: '', name: '', uid: '' }] },
      ['apiVersion', 'kind', 'name', 'uid'].map((part) => `FieldValueInvalid metadata.ownerReferences.${part}`),
    ],
    [
      'two controllers',
      {
        ownerReferences: [
          { ...owner, controller: true },
          { ...owner, name: 'p', controller: true },
        ],
      },
      ['FieldValueInvalid metadata.ownerReferences'],
    ],
    [
      'an event as owner',
      { ownerReferences: [{ ...owner, kind: 'Event' }] },
      ['FieldValueInvalid metadata.ownerReferences'],
    ],
    [
      'bad field owners',
      {
        managedFields: [
          { manager: long(129), fieldsType: 'X', subresource: long(257) },
          { manager: 'a', operation: 'Update' },
        ],
      },
      [
        'FieldValueInvalid metadata.managedFields[0].fieldsType',
        'FieldValueInvalid metadata.managedFields[0].operation',
        'FieldValueTooLong metadata.managedFields[0].manager',
        'FieldValueTooLong metadata.managedFields[0].subresource',
      ],
    ],
    [
      'everything at once',
      { name: 'Bad', labels: { k: '?' }, annotations: { '?': 'v' }, finalizers: ['nope'] },
      ['annotations', 'finalizers[0]', 'labels', 'name'].map((part) => `FieldValueInvalid metadata.${part}`),
    ],
  ])('%s', (_, meta, errors) =>
    expect(causes(validateObjectMeta({ name: 'a', namespace: 'n', ...meta }, rules))).toEqual(errors),
  )

  it('has no namespace where the kind has none', () =>
    expect(causes(validateObjectMeta({ name: 'a', namespace: 'n' }, { ...rules, namespaced: false }))).toEqual([
      'FieldValueForbidden metadata.namespace',
    ]))
  it('custom kinds take plain finalizers', () =>
    expect(
      validateObjectMeta({ name: 'a', namespace: 'n', finalizers: ['plain'] }, { ...rules, knownFinalizers: false }),
    ).toEqual([]))
  it('lists the unprintable characters of a manager name with their positions', () =>
    expect(validateFieldManager('ü\u007fb', FieldPath.of('m')).map(({ message }) => message)).toEqual([
      expect.stringContaining('invalid character U+007F (at position 2)'),
    ]))
  it.each<[string, string[]]>([
    ['a b', []],
    ['ü'.repeat(64), []],
    ['你好 🍔', []],
    ['ü'.repeat(65), ['FieldValueTooLong fieldManager']],
    ['a\nb', ['FieldValueInvalid fieldManager']],
    ['a\u00a0b', ['FieldValueInvalid fieldManager']],
    ['a\tb\t', ['FieldValueInvalid fieldManager', 'FieldValueInvalid fieldManager']],
  ])('manager names are short and printable: %j', (name, errors) =>
    expect(causes(validateFieldManager(name, FieldPath.of('fieldManager')))).toEqual(errors),
  )
  it('errors of managedFields can leave out the entry and the manager names', () => {
    const managedFields = [{ operation: 'Apply' }, { manager: long(129), fieldsType: 'X' }]
    expect(
      causes(
        validateObjectMeta({ name: 'a', namespace: 'n', managedFields }, { ...rules, detailedManagedFields: false }),
      ),
    ).toEqual([
      'FieldValueInvalid metadata.managedFields.fieldsType',
      'FieldValueInvalid metadata.managedFields.operation',
    ])
  })
})

describe('updates', () => {
  const old: ObjectMeta = {
    name: 'a',
    namespace: 'n',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '2020-01-01T00:00:00Z',
    generation: 2,
    finalizers: ['x.io/a', 'x.io/b'],
  }
  const gone = { ...old, deletionTimestamp: '2021-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 }
  it.each<[string, ObjectMeta, ObjectMeta, string[]]>([
    ['no change', {}, old, []],
    ['another name', { name: 'b' }, old, ['FieldValueInvalid metadata.name']],
    ['another namespace', { namespace: 'b' }, old, ['FieldValueInvalid metadata.namespace']],
    ['another uid', { uid: 'x' }, old, ['FieldValueInvalid metadata.uid']],
    ['no version', { resourceVersion: '' }, old, ['FieldValueInvalid metadata.resourceVersion']],
    ['an older generation', { generation: 1 }, old, ['FieldValueInvalid metadata.generation']],
    ['another creation time is ignored', { creationTimestamp: '2001-01-01T00:00:00Z' }, old, []],
    [
      'a deletion time',
      { deletionTimestamp: '2030-01-01T00:00:00Z' },
      old,
      ['FieldValueInvalid metadata.deletionTimestamp'],
    ],
    ['another deletion time is ignored', { deletionTimestamp: '2030-01-01T00:00:00Z' }, gone, []],
    [
      'a grace period',
      { deletionGracePeriodSeconds: 5 },
      old,
      ['FieldValueInvalid metadata.deletionGracePeriodSeconds'],
    ],
    ['finalizers reordered', { finalizers: ['x.io/b', 'x.io/a'] }, gone, []],
    ['a finalizer added in time', { finalizers: ['x.io/c'] }, old, []],
    ['a finalizer added too late', { finalizers: ['x.io/c'] }, gone, ['FieldValueForbidden metadata.finalizers']],
  ])('%s', (_, change, before, errors) => {
    const meta = { ...before, ...change }
    carryOverMeta(meta, before)
    expect(causes(validateObjectMetaUpdate(meta, before))).toEqual(errors)
  })
  it('prints times as Go does', () => {
    const meta = { ...old, deletionTimestamp: '2030-01-01T00:00:00Z' }
    expect(validateObjectMetaUpdate(meta, old).map(({ message }) => message)).toEqual([
      'Invalid value: 2030-01-01 00:00:00 +0000 UTC: field is immutable',
    ])
  })
  it('keeps system fields that the client omits', () => {
    const meta: ObjectMeta = { name: 'a' }
    carryOverMeta(meta, gone)
    expect(meta).toMatchObject({
      uid: 'u',
      creationTimestamp: old.creationTimestamp,
      deletionTimestamp: gone.deletionTimestamp,
      deletionGracePeriodSeconds: 0,
    })
  })
})
