import { build } from 'esbuild'
import { expect, type Page } from '@playwright/test'
import { HOSTILE, type Hostile, hostileToPages, THIEF } from '../src/outside/sandbox/hostile.testing'
import { test } from './test'

type Outcome = { readonly answer: unknown } | { readonly error: string }

/** The sandbox as the page has it, reachable by the test. */
async function script(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createFrameSandbox } from './src/outside/sandbox/frame'
        const sandbox = createFrameSandbox(document)
        window.sandboxRun = (call) => sandbox.run(call).then((answer) => ({ text: JSON.stringify(answer) }), (error) => ({ error: error.message }))`,
      resolveDir: `${import.meta.dirname}/..`,
    },
    bundle: true,
    format: 'iife',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

/** A time limit that no terminating test reaches, even on a slow machine. */
const LONG_MS = 300_000

/** Answers are passed as texts: values passed between the test and the page lose keys such as `__proto__`. */
const run = async (page: Page, source: string, input: unknown = null, limitMs = LONG_MS): Promise<Outcome> => {
  const outcome = await page.evaluate(
    (call) =>
      (
        window as unknown as { sandboxRun: (call: unknown) => Promise<{ text: string } | { error: string }> }
      ).sandboxRun({ ...call, name: 'default' }),
    { source, input, limitMs },
  )
  return 'text' in outcome ? { answer: JSON.parse(outcome.text) as unknown } : outcome
}

test.describe('user code in the page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('./')
    await page.evaluate(() => {
      localStorage.setItem('secret', 'of the page')
      return new Promise((resolve) => (indexedDB.open('secret').onsuccess = resolve))
    })
    await page.addScriptTag({ content: await script() })
  })

  test('answers requests, keeps its state between them and reports what it throws', async ({ page }) => {
    const source = 'let n = 0; export default async (x: { a: number }) => ({ got: x.a, calls: ++n })'
    expect(await run(page, source, { a: 1 })).toEqual({ answer: { got: 1, calls: 1 } })
    expect(await run(page, source, { a: 2 })).toEqual({ answer: { got: 2, calls: 2 } })
    for (let i = 0; i < 3; i++) expect(await run(page, THIEF)).toEqual({ answer: 0 })
    expect(await run(page, 'export default () => { throw new Error("no way") }')).toEqual({ error: 'no way' })
  })

  test('has no access to the site, and is stopped at its limits', async ({ page, baseURL }) => {
    const outgoing: string[] = []
    page.context().on('request', (request) => outgoing.push(request.url()))
    const origin = new URL(baseURL ?? '').origin
    const check = async ({ what, source, answers, fails }: Hostile): Promise<void> => {
      const outcome = await run(page, source, { x: 1 }, fails?.test('stopped') ? 1_500 : LONG_MS)
      if (fails) {
        expect('error' in outcome, what).toBe(true)
        expect('error' in outcome ? outcome.error : '', what).toMatch(fails)
      } else expect(outcome, what).toEqual({ answer: answers })
    }
    for (const hostile of [...HOSTILE, ...hostileToPages(origin)]) await test.step(hostile.what, () => check(hostile))
    expect(
      outgoing.filter((url) => url.includes('escape') || url.includes('/v1/secrets') || url.includes('example.com')),
    ).toEqual([])
    // The page is unchanged, and the sandbox still works.
    expect(await page.evaluate(() => localStorage.getItem('secret'))).toBe('of the page')
    expect(await run(page, 'export default () => "still here"')).toEqual({ answer: 'still here' })
  })

  test('is ended soon after its time limit, and the next run answers at once', async ({ page }) => {
    const attacks = [
      'for (;;);',
      'const all = []; for (;;) all.push(new Array(100_000).fill(all.length))',
      'for (;;) { setTimeout(() => { throw new Error("flood") }); Promise.reject(new Error("flood")); console.log("flood") }',
    ]
    expect(await run(page, 'export default () => 1')).toEqual({ answer: 1 })
    for (const attack of attacks) {
      const [stopped, next] = await page.evaluate(async (source) => {
        const { sandboxRun } = window as unknown as { sandboxRun: (call: unknown) => Promise<{ error?: string }> }
        const began = performance.now()
        const { error } = await sandboxRun({ source, name: 'default', input: null, limitMs: 500, owner: 'attack' })
        const ended = performance.now()
        const answer = await sandboxRun({
          source: 'export default () => 1',
          name: 'default',
          input: null,
          owner: source,
          limitMs: 300_000,
        })
        return [
          { error, late: ended - began - 500 },
          { answer, took: performance.now() - ended },
        ] as const
      }, `export default () => { ${attack} }`)
      expect(stopped.error, attack).toMatch(/stopped/)
      expect(next.answer).toEqual({ text: '1' })
      test.info().annotations.push({ type: 'ms', description: `late ${stopped.late}, next ${next.took}: ${attack}` })
      console.log(`late ${Math.round(stopped.late)} ms, next ${Math.round(next.took)} ms: ${attack}`)
    }
  })

  test('that loops delays neither the page nor other code', async ({ page }) => {
    const ended: string[] = []
    // Long enough for the other call, however busy the machine is.
    const looping = run(page, 'export default () => { for (;;); }', null, 20_000).finally(() => ended.push('the loop'))
    expect(await run(page, 'export default () => 1').finally(() => ended.push('the other'))).toEqual({ answer: 1 })
    expect(await looping).toMatchObject({ error: expect.stringContaining('stopped') })
    expect(ended).toEqual(['the other', 'the loop'])
  })
})
