import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Which part of a page is checked by which rules; the whole page and all rules by default. */
export interface Scope {
  readonly include?: string
  readonly exclude?: string | undefined
  readonly rules?: readonly string[] | undefined
}

/** Resolves when no animation in time is running: intermediate colours would give wrong contrasts. Those that follow a scroll position never end. */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect, timeline }) => {
      const endless = effect?.getComputedTiming().iterations === Infinity || timeline !== document.timeline
      return endless || playState === 'finished' || playState === 'idle' || playState === 'paused'
    }),
  )
}

/**
 * Faults that axe finds, one line for each element. The checker is injected once per page, because that takes longer
 * than checking a small page.
 */
export async function violations(page: Page, { include = 'body', exclude, rules }: Scope = {}): Promise<string[]> {
  await still(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(
    async ([include, exclude, only]) => {
      const checker = (window as unknown as { axe: typeof axe }).axe
      const context = { include: [include], exclude: exclude === undefined ? [] : [exclude] }
      const found = await checker.run(context, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule' as const, values: [...only] } }),
      })
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`),
      )
    },
    [include, exclude, rules] as const,
  )
}
