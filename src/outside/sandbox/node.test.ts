import { describe, expect, it } from 'vitest'
import { HOSTILE, THIEF } from './hostile.testing'
import { createNodeSandbox } from './node'

const sandbox = createNodeSandbox()
/** Nothing that ends comes near it, also on a slow machine. */
const LONG_MS = 200_000
const run = (source: string, input: unknown = null, name = 'default', limitMs = LONG_MS) =>
  sandbox.run({ source, name, input: input as never, limitMs })

describe('a person’s code in a thread', () => {
  it.each<[string, string, unknown, unknown, string?]>([
    ['a default export', 'export default (x) => ({ got: x })', { a: 1 }, { got: { a: 1 } }],
    ['types', 'interface R { a: number }\nexport default (r: R): number => (r.a as number) + 1', { a: 1 }, 2],
    ['an async function', 'export default async (x: number) => { await null; return x * 2 }', 21, 42],
    [
      'a function by its name',
      'function review({ spec }) { return { authenticated: spec.token === "t" } }',
      { spec: { token: 't' } },
      { authenticated: true },
      'review',
    ],
    ['an export by its name', 'export const check = () => true', null, true, 'check'],
    [
      'texts and patterns that look like comments of HTML',
      'export default () => ["<!--", `-->`, /<!--/.test("<!--"), /^-->$/.test("-->")]',
      null,
      ['<!--', '-->', true, true],
    ],
    ['nothing', 'export default () => {}', null, null],
    ['what JSON leaves out', 'export default () => ({ a: undefined, b: () => 1, c: 1 })', null, { c: 1 }],
    [
      'common things of the language',
      'export default () => [new Map([[1, 2]]).get(1), /a/.test("a"), Math.max(1, 2), `${1n}`]',
      null,
      [2, true, 2, '1'],
    ],
  ])('answers %s', async (_what, source, input, expected, name) => {
    expect(await run(source, input, name)).toEqual(expected)
  })

  it('keeps what it remembers from call to call, apart from other code', async () => {
    const counter = 'let n = 0; export default () => ++n'
    expect([await run(counter), await run(counter), await run(`${counter} // other`)]).toEqual([1, 2, 1])
  })

  it('reports thrown errors, and where code has a syntax error', async () => {
    await expect(run('export default () => { throw new Error("no way") }')).rejects.toThrow('no way')
    await expect(run('export default () => {\n  return (\n}')).rejects.toThrow(/\(\d+:\d+\)/)
    await expect(run('export default () => new Promise(() => {})')).rejects.toThrow('never comes')
  })

  it('is stopped when its caller gives up', async () => {
    const leave = new AbortController()
    const running = sandbox.run({
      source: 'export default () => { for (;;); }',
      name: 'default',
      input: null,
      signal: leave.signal,
    })
    const outcome = expect(running).rejects.toThrow('nobody waits')
    setImmediate(() => leave.abort())
    await outcome
  })

  it('does not let one call keep another from failing with it, nor from running afterwards', async () => {
    const source = 'export default (loop) => { while (loop); return "ok" }'
    const both = await Promise.allSettled([run(source, true, 'default', 300), run(source, false, 'default', 300)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await run(source, false)).toBe('ok')
  })
})

describe('hostile code in a thread', () => {
  it.each(HOSTILE.map((hostile) => [hostile.what, hostile] as const))(
    '%s',
    async (_what, { source, answers, fails }) => {
      const outcome = run(source, { x: 1 }, 'default', fails?.test('stopped') ? 700 : LONG_MS)
      if (fails) await expect(outcome).rejects.toThrow(fails)
      else expect(await outcome).toEqual(answers)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  it('finds nothing of other calls', async () => {
    expect([await run(THIEF), await run(THIEF, { secret: 1 }), await run(THIEF)]).toEqual([0, 0, 0])
  })

  it('that fills memory is stopped without harm to the rest', async () => {
    const source = 'export default () => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)) }'
    await expect(run(source)).rejects.toThrow('memory')
    expect(await run('export default () => 1')).toBe(1)
  })

  it('that fills memory outside the heap is stopped, too', async () => {
    const source = 'export default () => { const all = []; for (;;) all.push(new Uint8Array(8_000_000).fill(1)) }'
    await expect(run(source)).rejects.toThrow('memory')
    expect(await run('export default () => 1')).toBe(1)
  })
})
