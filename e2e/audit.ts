import { type Browser, expect, type Page } from '@playwright/test'
import { layoutFaults } from '../tools/pictures/layout.mjs'
import { OBJECTS, SIZES } from '../tools/pictures/places.mjs'
import { violations } from './axe'
import { open, request } from './page-controls'
import { askToSaveData } from './test'

/**
 * Rules that depend on the theme, and those that depend on the width; results of all others are the same everywhere.
 */
const OF_THEMES = ['color-contrast']
const OF_WIDTHS = ['button-name', 'link-name', 'scrollable-region-focusable', 'label', 'target-size']
const DESK = SIZES[0] ?? { width: 1440, height: 900 }

/** Parts drawn by libraries, which are not checked. */
const EDITORS = '.monaco-editor'

/** Looks again while the page is still rendering: only faults that stay count. */
const LOOKS = 5

async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  let found = await look()
  for (let i = 1; i < LOOKS && found.length > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    found = await look()
  }
  return found
}

/** What the page's router exposes. */
interface Router {
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
}

/** Resolves when the screen shows the page of the address: while a page loads, the previous one stays visible. */
async function arrived(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    const address = location.hash.slice(1) || '/'
    return (
      state.status === 'idle' && decodeURIComponent(state.resolvedLocation?.href ?? '') === decodeURIComponent(address)
    )
  })
}

/** Resolves when the page of the address shows its content instead of a loading state. */
export async function loaded(page: Page): Promise<void> {
  await arrived(page)
  await expect(page.locator('#content').getByRole('heading').first()).toBeVisible()
  await expect(page.locator('.o-skeleton')).toHaveCount(0)
}

async function scheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** A page over a cluster with example objects. */
export async function auditedPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: DESK })
  await page.addInitScript(askToSaveData)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await open(page, '/explore')
  for (const [path, object] of OBJECTS) await request(page, 'POST', path, object)
  return page
}

/**
 * Accessibility faults of what is open now, at every width and in both themes. The page is not reloaded, and rules that
 * depend on neither width nor theme are checked once. `part` limits the check: the frame around the content is the same
 * on all pages of an area.
 */
export async function faultsOf(page: Page, part = 'body'): Promise<string[]> {
  const faults: string[] = []
  const note = (where: string, found: readonly string[]): void => {
    faults.push(...found.map((fault) => `${where}: ${fault}`))
  }
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await loaded(page)
    note(`${size.width} px`, await lasting(() => page.evaluate(layoutFaults)))
    note(
      `${size.width} px`,
      await lasting(() =>
        violations(page, { include: part, exclude: EDITORS, rules: size === SIZES[0] ? undefined : OF_WIDTHS }),
      ),
    )
  }
  await page.setViewportSize(DESK)
  await scheme(page, 'light')
  note('light', await lasting(() => violations(page, { include: part, exclude: EDITORS, rules: OF_THEMES })))
  await scheme(page, 'dark')
  return faults
}
