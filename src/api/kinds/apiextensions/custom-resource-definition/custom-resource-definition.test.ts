import { describe, expect, it } from 'vitest'
import { clone, type JsonObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import {
  obj,
  str,
  open,
  version,
  crd,
  ofSchema,
  context,
  created,
  create,
  update,
  ROOT,
  invalidFields,
  required,
  forbiddenFields,
  A,
  G,
} from '../../../apiextensions/definitions/definition.testing'
import { CLEANUP_FINALIZER } from '../../../apiextensions/lifecycle'
import { customResourceDefinition as kind } from './custom-resource-definition'

describe('defaults', () => {
  it('names come from the kind, conversion is none, the storage version is recorded', () =>
    expect(created(crd())).toMatchObject({
      spec: { names: { singular: 'widget', listKind: 'WidgetList' }, conversion: { strategy: 'None' } },
      status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] },
    }))
  it('the first version knows scope, version and pruning differently', () => {
    const draft = { metadata: {}, spec: { version: 'v1', names: { kind: 'T' } } } as unknown as ApiObject
    kind.defaults?.(draft, 'v1beta1', { release: 20, feature: () => false })
    expect(draft.spec).toEqual({
      version: 'v1',
      versions: [{ name: 'v1', served: true, storage: true }],
      scope: 'Namespaced',
      preserveUnknownFields: true,
      conversion: { strategy: 'None' },
      names: { kind: 'T', singular: 't', listKind: 'TList' },
    })
  })
  it('a webhook without anything is none', () => {
    const draft = crd(undefined, { conversion: { strategy: 'None', webhook: {} } })
    kind.defaults?.(draft, 'v1', { release: 25, feature: () => false })
    expect(draft.spec).toMatchObject({ conversion: { strategy: 'None' } })
    expect(draft.spec).not.toHaveProperty('conversion.webhook')
  })
  it('webhooks get a port', () => {
    const draft = crd(undefined, {
      conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { name: 'a' } } } },
    })
    kind.defaults?.(draft, 'v1', { release: 25, feature: () => false })
    expect(draft.spec).toMatchObject({ conversion: { webhook: { clientConfig: { service: { port: 443 } } } } })
  })
})

const webhook = (clientConfig: JsonObject | undefined, conversionReviewVersions: string[] = ['v1']): JsonObject => ({
  conversion: { strategy: 'Webhook', webhook: { ...(clientConfig && { clientConfig }), conversionReviewVersions } },
})
const CONVERSION = 'spec.conversion'

it.each<[string, boolean, string[]]>([
  [`widgets.${G}`, false, []],
  ['widgets', false, ['must be spec.names.plural+"."+spec.group']],
  ['w', true, ['must be spec.names.plural+"."+spec.group']],
])('the name %s, as a prefix: %s', (name, prefix, errors) => {
  const rule = kind.nameRuleOf?.({ release: 25, feature: () => false }, crd())
  expect(typeof rule === 'function' && rule(name, prefix)).toEqual(errors)
})

describe('a definition is refused', () => {
  it.each<[string, ApiObject, string[]]>([
    ['nothing is wrong', crd(), []],
    ['a missing name is said elsewhere', { ...crd(), metadata: {} }, []],
    [
      'everything is missing',
      { ...crd(), spec: {} },
      [
        ...invalidFields('spec.versions', 'status.storedVersions'),
        ...required(
          'spec.group',
          'spec.names.kind',
          'spec.names.listKind',
          'spec.names.plural',
          'spec.names.singular',
          'spec.scope',
        ),
      ],
    ],
    ['no scope', crd(undefined, { scope: '' }), required('spec.scope')],
    ['an unknown scope', crd(undefined, { scope: 'Galaxy' }), ['FieldValueNotSupported spec.scope']],
    ['no group', crd(undefined, { group: '' }), required('spec.group')],
    [
      'a group without a dot',
      { ...crd(undefined, { group: 'x' }), metadata: { name: 'widgets.x' } },
      invalidFields('spec.group'),
    ],
    ['no versions', crd([]), invalidFields('spec.versions', 'status.storedVersions')],
    [
      'no storage version',
      crd([version('v1', undefined, { storage: false })]),
      invalidFields('spec.versions', 'status.storedVersions'),
    ],
    [
      'two storage versions',
      crd([version('v1'), version('v2')]),
      invalidFields('spec.versions', 'status.storedVersions'),
    ],
    [
      'a version twice',
      crd([version('v1'), version('v1', undefined, { storage: false })]),
      invalidFields('spec.versions'),
    ],
    [
      'a bad kind',
      crd(undefined, {}, { kind: 'wid_get' }),
      invalidFields('spec.names.kind', 'spec.names.listKind', 'spec.names.singular'),
    ],
    [
      'a bad short name',
      crd(undefined, {}, { shortNames: ['ok', 'Short'] }),
      invalidFields('spec.names.shortNames[1]'),
    ],
    ['a bad category', crd(undefined, {}, { categories: ['A b'] }), invalidFields('spec.names.categories[0]')],
    ['kind and list kind alike', crd(undefined, {}, { listKind: 'Widget' }), invalidFields('spec.names.listKind')],
    ['a bad version', crd([version('V1')]), invalidFields('spec.version', 'spec.versions[0].name')],
    [
      'no schema',
      crd([{ name: 'v1', served: true, storage: true }]),
      required('spec.versions[0].schema.openAPIV3Schema'),
    ],
    [
      'an empty schema',
      crd([version('v1', undefined, { schema: {} })]),
      required('spec.versions[0].schema.openAPIV3Schema'),
    ],
    ['no object at the root', ofSchema(str), invalidFields(`${ROOT}.type`)],
    ['no type at the root', ofSchema({ properties: { spec: open } }), required(`${ROOT}.type`)],
    [
      'keeping unknown fields',
      crd(undefined, { preserveUnknownFields: true }),
      invalidFields('spec.preserveUnknownFields'),
    ],
    [
      'a warning of a version that is not deprecated',
      crd([version('v1', undefined, { deprecationWarning: 'x' })]),
      invalidFields('spec.versions[0].deprecationWarning'),
    ],
    [
      'a warning that is too long',
      crd([version('v1', undefined, { deprecated: true, deprecationWarning: 'x'.repeat(257) })]),
      invalidFields('spec.versions[0].deprecationWarning'),
    ],
    [
      'a warning with lines',
      crd([version('v1', undefined, { deprecated: true, deprecationWarning: 'a\nb' })]),
      invalidFields('spec.versions[0].deprecationWarning'),
    ],
    [
      'a group of the project without approval',
      { ...crd(undefined, { group: 'a.orch.io' }), metadata: { name: 'widgets.a.orch.io' } },
      required('metadata.annotations[api-approved.orch.io]'),
    ],
    [
      'an approval that is none',
      {
        ...crd(undefined, { group: 'a.orch.io' }),
        metadata: { name: 'widgets.a.orch.io', annotations: { 'api-approved.orch.io': 'yes' } },
      },
      invalidFields('metadata.annotations[api-approved.orch.io]'),
    ],
    [
      'an approval',
      {
        ...crd(undefined, { group: 'a.orch.io' }),
        metadata: { name: 'widgets.a.orch.io', annotations: { 'api-approved.orch.io': 'https://example.com/1' } },
      },
      [],
    ],
    [
      'columns that are incomplete',
      ofSchema(obj({ spec: open }), {
        additionalPrinterColumns: [
          { name: '', type: 'x', format: 'y', jsonPath: 'z' },
          { name: 'a', type: '', jsonPath: '' },
        ],
      }),
      [
        ...invalidFields(
          'spec.additionalPrinterColumns[0].JSONPath',
          'spec.additionalPrinterColumns[0].format',
          'spec.additionalPrinterColumns[0].type',
        ),
        ...required(
          'spec.additionalPrinterColumns[0].name',
          'spec.additionalPrinterColumns[1].JSONPath',
          'spec.additionalPrinterColumns[1].type',
        ),
      ],
    ],
    [
      'scale paths elsewhere',
      ofSchema(obj({ spec: open }), {
        subresources: {
          scale: { specReplicasPath: '.status.x', statusReplicasPath: 'status.x', labelSelectorPath: '.metadata.x' },
        },
      }),
      invalidFields(
        'spec.subresources.scale.labelSelectorPath',
        'spec.subresources.scale.specReplicasPath',
        'spec.subresources.scale.statusReplicasPath',
      ),
    ],
    [
      'no scale paths',
      ofSchema(obj({ spec: open }), { subresources: { scale: {} } }),
      required('spec.subresources.scale.specReplicasPath', 'spec.subresources.scale.statusReplicasPath'),
    ],
    [
      'versions that differ',
      crd([version('v1', str), version('v2', obj({ a: {} }), { storage: false })]),
      [
        ...invalidFields('spec.versions[0].schema.openAPIV3Schema.type'),
        ...required('spec.versions[1].schema.openAPIV3Schema.properties[a].type'),
      ],
    ],
    [
      'an unknown conversion',
      crd(undefined, { conversion: { strategy: 'Magic' } }),
      [`FieldValueNotSupported ${CONVERSION}.strategy`],
    ],
    ['a webhook without an address', crd(undefined, webhook(undefined)), required(`${CONVERSION}.webhookClientConfig`)],
    [
      'a webhook with two addresses',
      crd(undefined, webhook({ url: 'https://a', service: { name: 'a', namespace: 'b' } })),
      required(`${CONVERSION}.webhookClientConfig`),
    ],
    [
      'a webhook at a bad address',
      crd(undefined, webhook({ url: 'http://u@a/?q#f' })),
      invalidFields(...Array.from({ length: 4 }, () => `${CONVERSION}.webhookClientConfig.url`)),
    ],
    [
      'a webhook at a bad service',
      crd(undefined, webhook({ service: { path: 'x/y', port: 0 } })),
      [
        ...invalidFields(
          `${CONVERSION}.webhookClientConfig.service.path`,
          `${CONVERSION}.webhookClientConfig.service.path`,
          `${CONVERSION}.webhookClientConfig.service.port`,
        ),
        ...required(
          `${CONVERSION}.webhookClientConfig.service.name`,
          `${CONVERSION}.webhookClientConfig.service.namespace`,
        ),
      ],
    ],
    [
      'no review version',
      crd(undefined, webhook({ url: 'https://a' }, [])),
      required(`${CONVERSION}.conversionReviewVersions`),
    ],
    [
      'no known review version',
      crd(undefined, webhook({ url: 'https://a' }, ['v9', 'v9'])),
      invalidFields(`${CONVERSION}.conversionReviewVersions`, `${CONVERSION}.conversionReviewVersions[1]`),
    ],
    [
      'a webhook that is not asked',
      crd(undefined, {
        conversion: {
          strategy: 'None',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v1'] },
        },
      }),
      forbiddenFields(`${CONVERSION}.conversionReviewVersions`, `${CONVERSION}.webhookClientConfig`),
    ],
    [
      'a good webhook',
      crd(undefined, webhook({ service: { name: 'a', namespace: 'b', path: '/x/y/' } }, ['v9', 'v1beta1'])),
      [],
    ],
  ])('%s', (_, object, errors) => expect(create(object)).toEqual(errors))
})

describe('the first version is less strict', () => {
  const first = context({ version: 'v1beta1', release: 20 })
  const loose = crd(
    [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { properties: { a: {} } } } }],
    { preserveUnknownFields: true },
  )
  it('accepts non-structural and missing schemas', () => {
    expect(create(loose, first)).toEqual([])
    expect(create(crd([{ name: 'v1', served: true, storage: true }], { preserveUnknownFields: true }), first)).toEqual(
      [],
    )
  })
  it('but not together with pruning, defaults or extensions', () => {
    expect(create(crd([version('v1', { properties: { a: {} } })], { preserveUnknownFields: false }), first)).toEqual(
      required(`${ROOT}.properties[a].type`, `${ROOT}.type`),
    )
    expect(
      create(
        crd([version('v1', obj({ a: { type: 'string', default: 'x' } }))], { preserveUnknownFields: true }),
        first,
      ),
    ).toEqual(forbiddenFields(`${A}.default`))
  })
  it('and v1 does not change objects that were created through it', () =>
    expect(update({ ...created(loose, first), kind: 'x' }, (draft) => (draft.metadata.labels = { a: 'b' }))).toEqual(
      [],
    ))
})

describe('changes', () => {
  const old = (): ApiObject => {
    const object = created(crd())
    return {
      ...object,
      status: { ...(object.status as object), conditions: [{ type: 'Established', status: 'True' }] },
    }
  }
  const spec = (change: JsonObject) => (draft: ApiObject) => Object.assign(draft.spec as object, change)
  const names = { plural: 'widgets', kind: 'Widget', singular: 'widget', listKind: 'WidgetList' }
  it.each<[string, JsonObject, string[]]>([
    ['scope', { scope: 'Cluster' }, invalidFields('spec.scope')],
    ['kind', { names: { ...names, kind: 'Other' } }, invalidFields('spec.names.kind')],
    ['plural', { names: { ...names, plural: 'others' } }, invalidFields('spec.names.plural')],
    ['group', { group: 'other.example.com' }, invalidFields('spec.group')],
    ['short names', { names: { ...names, shortNames: ['w'] } }, []],
    ['a stored version removed', { versions: [version('v2')] }, invalidFields('status.storedVersions[0]')],
    ['another storage version', { versions: [version('v1', undefined, { storage: false }), version('v2')] }, []],
  ])('%s', (_, change, errors) => expect(update(old(), spec(change))).toEqual(errors))

  it('records every storage version', () => {
    const before = old()
    const draft = clone(before)
    spec({ versions: [version('v1', undefined, { storage: false }), version('v2')] })(draft)
    kind.prepareForUpdate?.(draft, before, context())
    expect(draft.status).toMatchObject({ storedVersions: ['v1', 'v2'] })
  })
  it('is held and marked when it is deleted', () => {
    const object = old()
    expect(kind.holdsDeletion?.(object)).toBe(true)
    object.metadata.deletionTimestamp = '2020-01-01T00:00:00Z'
    kind.markTerminating?.(object)
    expect(object.metadata.finalizers).toEqual([CLEANUP_FINALIZER])
    expect(object.status).toMatchObject({
      conditions: [
        { type: 'Established' },
        { type: 'Terminating', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' },
      ],
    })
    expect(kind.holdsDeletion?.(object)).toBe(false)
  })
})
