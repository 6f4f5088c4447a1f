import { expect, type Page, test } from '@playwright/test'
import { auditedPage, faultsOf, loaded } from './audit'
import { editorLines, request, toLine } from './page-controls'

const SETTINGS = '/explore/core/v1/configmaps/shop/settings'
const click =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('button', { name }).first().click()
const keys =
  (...pressed: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const key of pressed) await page.keyboard.press(key)
  }
/** Runs a command of the palette. */
const command = (words: string) => async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Search kinds/ }).fill(words)
  await page.getByRole('option', { name: words }).first().click()
}

async function edit(page: Page): Promise<void> {
  await toLine(page, 'colour: green')
  await page.keyboard.type('ish')
  await expect(page.getByText('unsaved draft')).toBeVisible()
}

interface Row {
  readonly name: string
  readonly at: string
  readonly opens: (page: Page) => Promise<void>
  /** The accessible name of what opens. */
  readonly title: string | RegExp
  /** What puts the page back where the next one can begin. */
  readonly ends?: (page: Page) => Promise<void>
}

const DIALOGS: readonly Row[] = [
  { name: 'shortcuts', at: '/explore', opens: keys('?'), title: 'Keyboard shortcuts' },
  { name: 'palette', at: '/explore', opens: keys('ControlOrMeta+k'), title: 'Search and commands' },
  { name: 'act as', at: '/explore', opens: keys('i', 'u'), title: 'Act as a user' },
  { name: 'act as, on its page', at: '/identity', opens: click('Impersonate…'), title: 'Act as a user' },
  { name: 'share', at: '/explore', opens: click('Share this plane'), title: 'Share this plane' },
  { name: 'planes', at: '/explore', opens: command('Planes: switch'), title: 'Control planes in this browser' },
  { name: 'take away', at: '/releases/ledger', opens: keys('Shift+T'), title: 'Take away from this page' },
  { name: 'tour', at: '/', opens: click(/^Take the tour/), title: 'Areas' },
  { name: 'term', at: '/admission/callbacks', opens: click('admission webhook'), title: 'admission webhook' },
  { name: 'templates', at: '/create', opens: click('Templates'), title: 'Templates' },
  { name: 'policies', at: '/admission/callbacks', opens: click('Start from a policy'), title: 'Start from a policy' },
  { name: 'lesson', at: '/learn', opens: click(/^Start: /), title: /^Start "/ },
  {
    name: 'export of the lab',
    at: '/apply/apps/v1/deployments/shop/web',
    opens: click('Export'),
    title: 'Export what happened',
  },
  { name: 'reset', at: '/settings/storage', opens: click(/^Reset/), title: 'Delete everything?' },
  {
    name: 'import',
    at: '/settings/storage',
    opens: (page) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'a.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ format: 'orchard-store/1', entries: [] })),
      }),
    title: 'Import a.json?',
  },
  {
    name: 'deletion of a snapshot',
    at: '/settings/storage',
    opens: async (page) => {
      await page.getByLabel('Name of the snapshot').fill('before')
      await page.getByRole('button', { name: 'Save snapshot' }).click()
      await page.getByRole('button', { name: 'Delete before' }).click()
    },
    title: 'Delete the snapshot before?',
  },
  {
    name: 'grant',
    at: '/explore/core/v1/secrets?ns=default&as=user:bob',
    opens: click('Fix…'),
    title: 'Grant access',
    // The address says who asks: the next one is the administrator again.
    ends: keys('i', 'a'),
  },
  {
    name: 'review of a draft role',
    at: '/access/why?who=user:bob&verb=list&what=secrets&ns=shop',
    opens: async (page) => {
      await page.getByRole('region', { name: 'Result' }).getByRole('button', { name: /^Read/ }).click()
      await page.getByRole('button', { name: 'Review and save' }).click()
    },
    title: 'Review changes',
  },
  {
    name: 'review of an edit',
    at: `${SETTINGS}?tab=yaml`,
    opens: async (page) => {
      await edit(page)
      await page.getByRole('button', { name: 'Review and save' }).click()
    },
    title: 'Review changes',
  },
  {
    name: 'conflict of two edits',
    at: `${SETTINGS}?tab=yaml`,
    opens: async (page) => {
      await expect(editorLines(page)).toContainText('greenish')
      const change = { data: { colour: 'blue' } }
      await request(
        page,
        'PATCH',
        '/api/v1/namespaces/shop/configmaps/settings',
        change,
        'application/merge-patch+json',
      )
      await expect(page.getByText('changed on the server')).toBeVisible()
      await page.getByRole('button', { name: 'Review and save' }).click()
    },
    title: 'This object changed while you were editing',
  },
  { name: 'deletion', at: SETTINGS, opens: click('Delete'), title: 'Delete ConfigMap shop/settings?' },
  {
    name: 'undo',
    at: SETTINGS,
    opens: async (page) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: /^Undo: Delete ConfigMap/ }).click()
    },
    title: 'Undo this change?',
  },
]

test.describe('every dialog can be used by everybody at every width and in both themes', () => {
  // A test looks at one dialog six times; what hangs still ends.
  test.describe.configure({ timeout: 300_000 })
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await auditedPage(browser)
  })
  test.afterAll(() => page.close())

  for (const { name, at, opens, title, ends } of DIALOGS)
    test(name, async () => {
      await page.goto(`./#${at}`)
      await loaded(page)
      await opens(page)
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      expect(await faultsOf(page, '[role=dialog]')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await ends?.(page)
    })
})
