import { describe, expect, it } from 'vitest'
import type { Definition, DefinitionNames, DefinitionStatus } from './definition'
import { establishedStatus, isEstablished, isTerminating, terminatingStatus } from './lifecycle'

const NOW = Date.parse('2020-01-01T00:00:00Z')
const LATER = NOW + 60_000
const [TIME, LATER_TIME] = ['2020-01-01T00:00:00Z', '2020-01-01T00:01:00Z']
const define = (
  plural: string,
  names: DefinitionNames = {},
  status: DefinitionStatus = {},
  group = 'x.example.com',
): Definition => ({
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    names: { plural, singular: plural.slice(0, -1), kind: 'Widget', listKind: 'WidgetList', ...names },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
  status,
})
const settled = (definition: Definition, others: Definition[] = [], now = NOW): Definition => ({
  ...definition,
  status: establishedStatus(definition, others, now),
})
const shown = ({ conditions }: DefinitionStatus) =>
  (conditions ?? []).map(
    ({ type, status, reason, lastTransitionTime }) => `${type} ${status} ${reason} ${lastTransitionTime}`,
  )

describe('establishing', () => {
  const first = settled(define('widgets', { shortNames: ['w'], categories: ['all'] }))
  it('accepts names that no other definition has', () => {
    expect(first.status.acceptedNames).toEqual(first.spec.names)
    expect(shown(first.status)).toEqual([
      `NamesAccepted True NoConflicts ${TIME}`,
      `Established True InitialNamesAccepted ${TIME}`,
    ])
    expect(isEstablished(first)).toBe(true)
  })
  it('changes nothing once all conditions are set', () =>
    expect(establishedStatus(first, [first], LATER)).toBe(first.status))

  it.each<[string, DefinitionNames, string, DefinitionNames]>([
    [
      'kind',
      { kind: 'Widget', listKind: 'GizmoList' },
      'KindConflict',
      { plural: 'gizmos', singular: 'gizmo', kind: '', listKind: 'GizmoList' },
    ],
    ['kind and list kind', {}, 'ListKindConflict', { plural: 'gizmos', singular: 'gizmo', kind: '' }],
    [
      'singular',
      { singular: 'widget', kind: 'G', listKind: 'GL' },
      'SingularConflict',
      { plural: 'gizmos', kind: 'G', listKind: 'GL' },
    ],
    [
      'short name',
      { shortNames: ['g', 'w'], kind: 'G', listKind: 'GL' },
      'ShortNamesConflict',
      { plural: 'gizmos', singular: 'gizmo', kind: 'G', listKind: 'GL' },
    ],
    [
      'singular of another as a short name',
      { shortNames: ['widget'], kind: 'G', listKind: 'GL' },
      'ShortNamesConflict',
      { plural: 'gizmos', singular: 'gizmo', kind: 'G', listKind: 'GL' },
    ],
  ])('refuses a %s that another has', (_, names, reason, accepted) => {
    const second = settled(define('gizmos', names), [first])
    expect(second.status.acceptedNames).toEqual(accepted)
    expect(shown(second.status)).toEqual([
      `NamesAccepted False ${reason} ${TIME}`,
      `Established False NotAccepted ${TIME}`,
    ])
    expect(settled(second, [], LATER).status.conditions?.map(({ status }) => status)).toEqual(['True', 'True'])
  })
  it('allows the same names in different groups', () =>
    expect(isEstablished(settled(define('widgets', {}, {}, 'y.example.com'), [first]))).toBe(true))
  it('stays established when a later name conflicts, under the old name', () => {
    const other = settled(define('others', { kind: 'O', listKind: 'OL', shortNames: ['o'] }))
    const renamed = settled(
      { ...first, spec: { ...first.spec, names: { ...first.spec.names, shortNames: ['o'] } } },
      [other],
      LATER,
    )
    expect(renamed.status.acceptedNames?.shortNames).toEqual(['w'])
    expect(shown(renamed.status)).toEqual([
      `NamesAccepted False ShortNamesConflict ${LATER_TIME}`,
      `Established True InitialNamesAccepted ${TIME}`,
    ])
  })
  it('reports a schema that is not structural', () => {
    const loose = {
      ...first,
      spec: {
        ...first.spec,
        preserveUnknownFields: true,
        versions: [{ name: 'v1', storage: true, schema: { openAPIV3Schema: { properties: { a: {} } } } }],
      },
    }
    const told = settled(loose)
    expect(told.status.conditions?.at(-1)).toMatchObject({
      type: 'NonStructuralSchema',
      status: 'True',
      reason: 'Violations',
    })
    expect(settled({ ...told, spec: first.spec }).status.conditions?.map(({ type }) => type)).toEqual([
      'NamesAccepted',
      'Established',
    ])
  })
  it('reports whether a type in a protected group is approved', () => {
    const own = define('widgets', {}, {}, 'a.orch.io')
    const approved = {
      ...own,
      metadata: { ...own.metadata, annotations: { 'api-approved.orch.io': 'https://example.com/1' } },
    }
    expect([own, approved].map((one) => settled(one).status.conditions?.at(-1)?.reason)).toEqual([
      'MissingAnnotation',
      'ApprovedAnnotation',
    ])
  })
})

describe('deletion', () => {
  it('shows each stage of a deletion in its condition', () => {
    const definition = settled(define('widgets'))
    expect(isTerminating(definition)).toBe(false)
    const pending = { ...definition, status: terminatingStatus(definition, 'pending', NOW) }
    expect(isTerminating(pending)).toBe(true)
    const stages = (['in-progress', 'failed', 'completed'] as const).map((stage) =>
      shown(terminatingStatus(pending, stage, LATER)).at(-1),
    )
    expect(stages).toEqual([
      `Terminating True InstanceDeletionInProgress ${TIME}`,
      `Terminating True InstanceDeletionFailed ${TIME}`,
      `Terminating False InstanceDeletionCompleted ${LATER_TIME}`,
    ])
    expect(terminatingStatus(pending, 'failed', LATER, 'why').conditions?.at(-1)?.message).toBe('why')
  })
})

it('lists all reasons for a non-structural schema in one line', () => {
  const definition = define('lamps')
  const saying = (spec: Partial<Definition['spec']>) =>
    settled({ ...definition, spec: { ...definition.spec, ...spec } }).status.conditions?.find(
      ({ type }) => type === 'NonStructuralSchema',
    )?.message
  const odd = 'spec.preserveUnknownFields: Invalid value: true: must be false'
  expect(saying({ preserveUnknownFields: true })).toBe(odd)
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: {} } }]
  expect(saying({ preserveUnknownFields: true, versions })).toBe(
    `[${odd}, spec.versions[0].schema.openAPIV3Schema.type: Required value: must not be empty at the root]`,
  )
})
