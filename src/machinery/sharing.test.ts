import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharing } from './sharing'

const pod = (phase: string) => ({
  metadata: { name: 'a', labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
  status: { phase, conditions: [{ type: 'Ready' }, { type: phase }] },
})

describe('sharing parts', () => {
  it('reuses equal parts of the earlier value, and equals the later one', () => {
    const [before, after] = [pod('Pending'), pod('Running')]
    const made = sharing(before, after) as ReturnType<typeof pod>
    expect(made).toEqual(pod('Running'))
    expect(made.spec).toBe(before.spec)
    expect(made.metadata).toBe(before.metadata)
    expect(made.status.conditions[0]).toBe(before.status.conditions[0])
    expect([before, after]).toEqual([pod('Pending'), pod('Running')])
  })

  it('is the earlier value where nothing differs', () => {
    const before = pod('Running')
    expect(sharing(before, pod('Running'))).toBe(before)
  })

  it('keeps the order of members, and drops removed members', () => {
    const before = { a: { x: 1, y: 2 }, b: 1 }
    expect(JSON.stringify(sharing(before, { a: { y: 2, x: 1 }, b: 1 }))).toBe('{"a":{"y":2,"x":1},"b":1}')
    expect(sharing(before, { a: { x: 1 } })).toStrictEqual({ a: { x: 1 } })
    expect(sharing([1, { a: 1 }], [1])).toStrictEqual([1])
  })

  it('says the same text as the later value, whatever the two are, and changes neither', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const texts = [JSON.stringify(before), JSON.stringify(after)]
        expect(JSON.stringify(sharing(before, after))).toBe(texts[1])
        expect([JSON.stringify(before), JSON.stringify(after)]).toEqual(texts)
      }),
    )
  })

  it('treats a member of any name as data', () => {
    const own = (value: unknown) => JSON.parse(`{"__proto__":${JSON.stringify(value)},"n":1}`) as object
    expect(JSON.stringify(sharing(own({ a: { b: 1 } }), own({ a: { b: 1 }, c: 2 })))).toBe(
      '{"__proto__":{"a":{"b":1},"c":2},"n":1}',
    )
  })
})
