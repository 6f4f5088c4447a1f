import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { defaultIngressClass } from './default-ingress-class'
import { defaultStorageClass } from './default-storage-class'

const KINDS = {
  ingress: {
    of: 'networking.orch.io/ingresses',
    classes: 'networking.orch.io/ingressclasses',
    field: 'ingressClassName',
    annotation: 'ingressclass.orch.io/is-default-class',
    old: 'orch.io/ingress.class',
    create: defaultIngressClass,
  },
  claim: {
    of: 'persistentvolumeclaims',
    classes: 'storage.orch.io/storageclasses',
    field: 'storageClassName',
    annotation: 'storageclass.orch.io/is-default-class',
    old: 'volume.beta.orch.io/storage-class',
    create: defaultStorageClass,
  },
} as const
type Kind = keyof typeof KINDS

const rows: readonly (readonly [string, readonly string[], object | undefined, object | undefined, unknown])[] = [
  ['no class is the default', ['false'], undefined, undefined, undefined],
  ['one is', ['true', 'false'], undefined, undefined, 'class-0'],
  ['one is, and another one was asked for', ['true'], { named: 'mine' }, undefined, 'mine'],
  ['one is, and none was asked for', ['true'], { named: '' }, undefined, ''],
  ['one is, and the annotation names another', ['true'], undefined, { old: 'mine' }, undefined],
  ['two are', ['true', 'true'], undefined, undefined, '403'],
  ['two are, and one of them was asked for', ['true', 'true'], { named: 'class-1' }, undefined, 'class-1'],
]

test('several default classes: a claim gets the newest one from 1.26 on', async () => {
  const stage = new AdmissionStage()
  for (const [name, creationTimestamp] of [
    ['old', '2026-01-01T00:00:00Z'],
    ['b', '2026-01-02T00:00:00Z'],
    ['a', '2026-01-02T00:00:00Z'],
  ])
    stage.put(KINDS.claim.classes, {
      metadata: { name, creationTimestamp, annotations: { [KINDS.claim.annotation]: 'true' } },
    })
  const plugin = defaultStorageClass({ ...stage.environment, release: 26 })
  const made = await stage.pass(plugin, { of: KINDS.claim.of, object: { metadata: { name: 'c' }, spec: {} } })
  expect(made?.spec).toEqual({ storageClassName: 'a' })
})

for (const kind of Object.keys(KINDS) as Kind[]) {
  const { of, classes, field, annotation, old, create } = KINDS[kind]
  test.each(rows)(`the class of an ${kind} when %s`, async (_, defaults, spec, meta, expected) => {
    const stage = new AdmissionStage()
    defaults.forEach((value, i) =>
      stage.put(classes, { metadata: { name: `class-${i}`, annotations: { [annotation]: value } } }),
    )
    const object = {
      metadata: { name: 'a', ...(meta && { annotations: { [old]: 'mine' } }) },
      spec: spec ? { [field]: (spec as { named: string }).named } : {},
    }
    const plugin = create({ ...stage.environment, release: 25 })
    if (expected === '403')
      expect(await stage.verdict(plugin, { of, object })).toMatch(/^403 .*2 default \w+Classes were found/)
    else
      expect((await stage.pass(plugin, { of, object }))?.spec).toEqual(
        expected === undefined ? {} : { [field]: expected },
      )
  })
  test(`an update of an ${kind} gets none`, async () => {
    const stage = new AdmissionStage().put(classes, { metadata: { name: 'c', annotations: { [annotation]: 'true' } } })
    const object = { metadata: { name: 'a' }, spec: {} }
    expect((await stage.pass(create(stage.environment), { of, object, oldObject: object }))?.spec).toEqual({})
  })
}

test('the older annotation still makes a storage class the default', async () => {
  const stage = new AdmissionStage().put('storage.orch.io/storageclasses', {
    metadata: { name: 'old', annotations: { 'storageclass.beta.orch.io/is-default-class': 'true' } },
  })
  const object = await stage.pass(defaultStorageClass(stage.environment), {
    of: 'persistentvolumeclaims',
    object: { metadata: { name: 'a' }, spec: {} },
  })
  expect(object?.spec).toEqual({ storageClassName: 'old' })
})
