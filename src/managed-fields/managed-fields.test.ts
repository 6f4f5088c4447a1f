import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Schema } from '../api/schema'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { FieldSet } from './field-set'
import { fromFieldsV1 } from './fields-v1'
import { ApplyConflict, applySteps, trackSteps } from './manager'
import { atOnce, keyedBy, mapOf, number, type PlainOptions, setOf, struct, text, thing } from './stage.testing'
import { everyPathOf, fieldSetOf } from './typed'
import { neverOwned } from './versions'

const inner = struct({ x: text, y: number })
const schema: Schema = thing({
  k: text,
  s: inner,
  labels: mapOf(text),
  tags: setOf(text),
  items: keyedBy(['name'], { name: text, v: text, tags: setOf(text) }),
  whole: struct({ x: text, y: text }, { mapType: 'atomic' }),
  free: { type: 'any' },
})

const value = fc.constantFrom('1', '2')
const optional = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] })
const names = fc.constantFrom('a', 'b')
const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 })
const item = (name: string) => optional({ v: value, tags }).map((rest) => ({ name, ...rest }))
const items = fc.uniqueArray(names, { maxLength: 2 }).chain((list) => fc.tuple(...list.map(item)))
const body = optional({
  k: value,
  s: optional({ x: value, y: fc.constantFrom(1, 2) }),
  labels: fc.dictionary(names, value, { maxKeys: 2 }),
  tags,
  items,
  whole: optional({ x: value, y: value }),
  free: fc.oneof(value, optional({ p: value, q: optional({ r: value }) }), tags),
})
const manager = fc.constantFrom('one', 'two', 'three', 'four')

type Body = Record<string, unknown>
interface Step {
  readonly kind: 'apply' | 'force' | 'put' | 'patch'
  readonly manager: string
  readonly body: Body
}
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom('apply', 'force', 'put', 'patch'), manager, body })

const options: PlainOptions = { release: 25, schemaOf: () => schema, convert: (object) => object }
const objectOf = (spec: Body): ApiObject => ({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' }, spec })
const timeOf = (tick: number): string => `2030-01-01T00:00:${String(tick % 60).padStart(2, '0')}Z`

function run(
  live: ApiObject | undefined,
  { kind, manager: by, body: spec }: Step,
  tick: number,
): ApiObject | undefined {
  const call = { manager: by, time: timeOf(tick), subresource: '' }
  if (kind === 'put' || kind === 'patch') {
    const next = kind === 'put' ? spec : { ...(live?.spec as Body | undefined), ...spec }
    return atOnce(trackSteps(live, objectOf(next), call, options), options)
  }
  try {
    return atOnce(applySteps(live, objectOf(spec), { ...call, force: kind === 'force' }, options), options)
  } catch (error) {
    if (error instanceof ApplyConflict) return live
    throw error
  }
}

const play = (steps: readonly Step[]): ApiObject | undefined =>
  steps.reduce<ApiObject | undefined>((live, each, tick) => run(live, each, tick), undefined)

const ownersOf = (object: ApiObject): FieldSet =>
  (object.metadata.managedFields ?? []).reduce(
    (all, { fieldsV1 }) => all.union(fromFieldsV1(fieldsV1 ?? {})),
    FieldSet.empty,
  )

const deep = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(deep)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, deep(member)]))
      : value

/** Every sequence starts with recorded owners: fields that were never recorded have none (see manager.ts). */
const first: Step = { kind: 'put', manager: 'one', body: { k: '0' } }
const started = fc.array(step, { maxLength: 6 }).map((steps): Step[] => [first, ...steps])
const sequences = { numRuns: 2500 }

describe('after any sequence of writes by four managers', () => {
  test('every field has an owner, every owner has fields, and applying again changes nothing', () => {
    fc.assert(
      fc.property(started, (steps) => {
        const object = play(steps) as ApiObject
        const fields = fieldSetOf(schema, { ...object, metadata: { name: 'a' } }, options.release).difference(
          neverOwned,
        )
        const unowned = [...fields.difference(ownersOf(object)).paths()]
        // A structure that is empty because its last member was removed has no owner.
        expect(unowned.filter((path) => !isEmptyAt(object, path))).toEqual([])
        expect([...ownersOf(object).difference(everyPathOf(schema, object)).paths()]).toEqual([])

        const last = steps.at(-1) as Step
        const again = { ...last, kind: 'force', body: deep(last.body) as Body } as const
        const once = run(object, again, 30) as ApiObject
        expect(run(once, { ...again, body: deep(last.body) as Body }, 31)).toBe(once)
      }),
      { numRuns: 10_000 },
    )
  })
  test('a successful apply sets exactly what the configuration says', () => {
    fc.assert(
      fc.property(started, manager, body, (steps, by, intent) => {
        const before = play(steps) as ApiObject
        const after = run(before, { kind: 'force', manager: by, body: intent }, 30) as ApiObject
        const again = run(after, { kind: 'apply', manager: 'fifth', body: intent }, 31) as ApiObject
        // Applying a value that is set already is no conflict.
        expect(equal(again.spec, after.spec)).toBe(true)
        const own = after.metadata.managedFields?.find((entry) => entry.manager === by && entry.operation === 'Apply')
        const wanted = fieldSetOf(schema, objectOf(intent), options.release).difference(neverOwned)
        expect(fromFieldsV1(own?.fieldsV1 ?? {}).equals(wanted)).toBe(true)
        const others = (object: ApiObject) =>
          (object.metadata.managedFields ?? []).filter(
            (entry) => entry !== own && !(entry.manager === by && entry.operation === 'Apply'),
          )
        const had = others(before).reduce(
          (all, { fieldsV1 }) => all.union(fromFieldsV1(fieldsV1 ?? {})),
          FieldSet.empty,
        )
        const has = others(after).reduce((all, { fieldsV1 }) => all.union(fromFieldsV1(fieldsV1 ?? {})), FieldSet.empty)
        expect(has.difference(had).isEmpty).toBe(true)
      }),
      sequences,
    )
  })
})

function isEmptyAt(object: ApiObject, path: readonly string[]): boolean {
  let node: unknown = object
  for (const element of path) {
    if (Array.isArray(node)) {
      const keys = element.startsWith('k:') ? (JSON.parse(element.slice(2)) as Body) : {}
      node = (node as unknown[]).find((each) =>
        Object.entries(keys).every(([key, member]) => (each as Body)[key] === member),
      )
    } else node = (node as Body)[element.slice(2)]
  }
  return typeof node === 'object' && node !== null && Object.keys(node).length === 0
}

describe('independent appliers', () => {
  const parts = fc.tuple(
    optional({ k: value, tags }),
    optional({ s: optional({ x: value }) }),
    optional({ items }),
    optional({ whole: optional({ x: value }) }),
  )
  const appliers = ['one', 'two', 'three', 'four']

  test('may come in any order', () => {
    fc.assert(
      fc.property(parts, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (bodies, order) => {
        // An object without owners counts as one from before owners were recorded.
        fc.pre(
          bodies.every((each) => !fieldSetOf(schema, objectOf(each), options.release).difference(neverOwned).isEmpty),
        )
        const steps = appliers.map((name, i): Step => ({ kind: 'apply', manager: name, body: bodies[i] as Body }))
        const end = (sequence: Step[]) => {
          const object = play(sequence) as ApiObject
          const owners = (object.metadata.managedFields ?? []).map(
            ({ manager: by, fieldsV1 }) => [by, fieldsV1] as const,
          )
          return { spec: object.spec ?? {}, owners: new Map(owners) }
        }
        expect(end(order.map((i) => steps[i] as Step))).toEqual(end(steps))
      }),
      sequences,
    )
  })
})
