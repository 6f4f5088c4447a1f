import { build } from 'esbuild'
import { expect, test, type Page } from '@playwright/test'
import { HOSTILE, type Hostile, hostileToPages } from '../src/outside/sandbox/hostile'

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

/** Answers travel as texts: the way between the test and the page loses keys such as `__proto__`. */
const run = async (page: Page, source: string, input: unknown = null, limitMs = 1_500): Promise<Outcome> => {
  const outcome = await page.evaluate(
    (call) =>
      (
        window as unknown as { sandboxRun: (call: unknown) => Promise<{ text: string } | { error: string }> }
      ).sandboxRun({ ...call, name: 'default' }),
    { source, input, limitMs },
  )
  return 'text' in outcome ? { answer: JSON.parse(outcome.text) as unknown } : outcome
}

test.describe('a person’s code in the page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('./')
    await page.evaluate(() => {
      localStorage.setItem('secret', 'of the page')
      return new Promise((resolve) => (indexedDB.open('secret').onsuccess = resolve))
    })
    await page.addScriptTag({ content: await script() })
  })

  test('answers, keeps what it remembers, and tells what it threw', async ({ page }) => {
    const source = 'let n = 0; export default async (x: { a: number }) => ({ got: x.a, calls: ++n })'
    expect(await run(page, source, { a: 1 })).toEqual({ answer: { got: 1, calls: 1 } })
    expect(await run(page, source, { a: 2 })).toEqual({ answer: { got: 2, calls: 2 } })
    expect(await run(page, 'export default () => { throw new Error("no way") }')).toEqual({ error: 'no way' })
  })

  test('gets nowhere, and is stopped, whatever it tries', async ({ page, baseURL }) => {
    test.setTimeout(180_000)
    const outgoing: string[] = []
    page.context().on('request', (request) => outgoing.push(request.url()))
    const origin = new URL(baseURL ?? '').origin
    const check = async ({ what, source, answers, fails }: Hostile): Promise<void> => {
      const outcome = await run(page, source, { x: 1 })
      if (fails) {
        expect('error' in outcome, what).toBe(true)
        expect('error' in outcome ? outcome.error : '', what).toMatch(fails)
      } else expect(outcome, what).toEqual({ answer: answers })
    }
    for (const hostile of [...HOSTILE, ...hostileToPages(origin)]) await test.step(hostile.what, () => check(hostile))
    expect(
      outgoing.filter((url) => url.includes('escape') || url.includes('secrets') || url.includes('example.com')),
    ).toEqual([])
    // The page is as it was, and the sandbox still serves.
    expect(await page.evaluate(() => localStorage.getItem('secret'))).toBe('of the page')
    expect(await run(page, 'export default () => "still here"')).toEqual({ answer: 'still here' })
  })

  test('that loops holds up neither the page nor other code', async ({ page }) => {
    const ended: string[] = []
    const looping = run(page, 'export default () => { for (;;); }', null, 5_000).finally(() => ended.push('the loop'))
    expect(await run(page, 'export default () => 1').finally(() => ended.push('the other'))).toEqual({ answer: 1 })
    expect(await looping).toMatchObject({ error: expect.stringContaining('stopped') })
    expect(ended).toEqual(['the other', 'the loop'])
  })
})
