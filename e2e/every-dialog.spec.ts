import { expect, type Page } from '@playwright/test'
import { auditedPage, faultsOf, loaded } from './audit'
import { editorLines, mergePatch, request, toLine } from './page-controls'
import { test } from './test'

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

/** An object that only one row changes. */
const SHARED = 'shared-settings'
const createShared = (page: Page) =>
  request(page, 'POST', '/api/v1/namespaces/shop/configmaps', {
    metadata: { name: SHARED },
    data: { colour: 'green' },
  })

interface Row {
  readonly name: string
  readonly at: string
  /** Creates what the dialog needs. */
  readonly needs?: (page: Page) => Promise<unknown>
  readonly opens: (page: Page) => Promise<void>
  /** The accessible name of the dialog. */
  readonly title: string | RegExp
  /** Its role if it is not a dialog. */
  readonly role?: 'menu' | 'region'
  /** How to close it, if not by Escape. */
  readonly closes?: (page: Page) => Promise<void>
  /** Resets the page for the next dialog. */
  readonly ends?: (page: Page) => Promise<void>
}

const DIALOGS: readonly Row[] = [
  { name: 'shortcuts', at: '/explore', opens: keys('?'), title: 'Keyboard shortcuts' },
  { name: 'palette', at: '/explore', opens: keys('ControlOrMeta+k'), title: 'Search and commands' },
  { name: 'act as', at: '/explore', opens: keys('i', 'u'), title: 'Act as a user' },
  { name: 'act as, on its page', at: '/identity', opens: click('Impersonate…'), title: 'Act as a user' },
  { name: 'act as, from the palette', at: '/explore', opens: command('Act as a user'), title: 'Act as a user' },
  {
    name: 'palette without results',
    at: '/explore',
    opens: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: /^Search kinds/ }).fill('zzzz')
      await expect(page.getByText('No results.')).toBeVisible()
    },
    title: 'Search and commands',
  },
  { name: 'share', at: '/explore', opens: click('Share this plane'), title: 'Share this plane' },
  { name: 'planes', at: '/explore', opens: command('Planes: switch'), title: 'Control planes in this browser' },
  { name: 'take away', at: '/releases/ledger', opens: keys('Shift+T'), title: 'Export from this page' },
  { name: 'tour', at: '/', opens: click(/^Take the tour/), title: 'Areas' },
  { name: 'term', at: '/admission/webhooks', opens: click('admission webhook'), title: 'admission webhook' },
  { name: 'templates', at: '/create', opens: click('Templates'), title: 'Templates' },
  { name: 'policies', at: '/admission/webhooks', opens: click('Start from a policy'), title: 'Start from a policy' },
  { name: 'lesson', at: '/learn', opens: click(/^Start: /), title: /^Start "/ },
  {
    name: 'export of the lab',
    at: '/apply/apps/v1/deployments/shop/web',
    opens: click('Export'),
    title: 'Export the history',
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
    title: 'Delete the snapshot “before”?',
  },
  {
    name: 'grant',
    at: '/explore/core/v1/secrets?ns=default&as=user:bob',
    opens: click('Fix…'),
    title: 'Grant access',
    // The address contains the identity, so the next dialog is opened as the administrator again.
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
    at: `/explore/core/v1/configmaps/shop/${SHARED}?tab=yaml`,
    needs: createShared,
    opens: async (page) => {
      await edit(page)
      await expect(editorLines(page)).toContainText('greenish')
      await mergePatch(page, `/api/v1/namespaces/shop/configmaps/${SHARED}`, { data: { colour: 'blue' } })
      await expect(page.getByText('changed on the server')).toBeVisible()
      await page.getByRole('button', { name: 'Review and save' }).click()
    },
    title: 'This object changed while you were editing',
  },
  { name: 'deletion', at: SETTINGS, opens: click('Delete'), title: 'Delete ConfigMap shop/settings?' },
  {
    name: 'deletion of the selected objects',
    at: '/explore/core/v1/configmaps?ns=shop',
    opens: async (page) => {
      await page.getByRole('checkbox', { name: 'Select settings' }).check()
      await page.getByRole('button', { name: 'Delete selected (1)' }).click()
    },
    title: /^Delete ConfigMap shop\/settings/,
  },
  {
    name: 'restoring a snapshot',
    at: '/settings/storage',
    opens: async (page) => {
      await page.getByLabel('Name of the snapshot').fill('to restore')
      await page.getByRole('button', { name: 'Save snapshot' }).click()
      await page.getByRole('button', { name: 'Restore to restore' }).click()
    },
    title: 'Restore the snapshot “to restore”?',
  },
  {
    name: 'field to run the clock until',
    at: '/explore/apps/v1/deployments/shop/web',
    opens: async (page) => {
      await page.getByRole('button', { name: 'Run until' }).click()
      await page.getByRole('menuitem', { name: 'A field has a value…' }).click()
    },
    title: /^Run the clock until/,
  },
  {
    name: 'editor of the terminal',
    at: '/explore',
    opens: async (page) => {
      await page.keyboard.press('Control+Backquote')
      await expect(page.locator('.o-term-pane textarea').first()).toBeFocused()
      await page.keyboard.type('orchctl edit configmap settings -n shop')
      await page.keyboard.press('Enter')
    },
    title: /^Edit orchctl-edit/,
    // Escape would lose what was typed.
    closes: click('Discard changes'),
    ends: keys('Control+Backquote'),
  },
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

const MENUS: readonly Row[] = [
  { name: 'identities', at: '/explore', opens: keys('i', 'i'), title: /Acting as/ },
  { name: 'clock', at: '/explore', opens: click(/^Clock/), title: /Clock/ },
  { name: 'nodes to start with', at: '/workloads', opens: click('Choose nodes'), title: 'Choose nodes' },
  { name: 'more about somebody', at: '/identity', opens: click('More about admin'), title: 'More about admin' },
  {
    name: 'ways to take a list away',
    at: '/explore/core/v1/configmaps?ns=shop',
    opens: click(/^Export/),
    title: /^Export/,
  },
].map((row) => ({ ...row, role: 'menu' as const }))

const DRAWERS: readonly Row[] = [
  {
    name: 'request log with a trace',
    at: '/explore/core/v1/configmaps?ns=shop',
    opens: keys('t'),
    title: 'Request trace',
    role: 'region',
    closes: keys('r'),
  },
  {
    name: 'terminal',
    at: '/explore',
    opens: keys('Control+Backquote'),
    title: 'Terminal',
    role: 'region',
    closes: keys('Control+Backquote'),
  },
]

/** They come last, since the cluster has nodes from then on. */
const WITH_NODES: readonly Row[] = [
  {
    name: 'what to break',
    at: '/workloads/rollouts',
    needs: async (page) => {
      await page.goto('./#/workloads')
      await page.getByRole('button', { name: 'Start three nodes and a small shop' }).click()
      await expect(page.getByRole('region', { name: 'Node node-3', exact: true })).toContainText('Ready')
    },
    opens: click('Simulate a failure'),
    title: 'Simulate a failure',
    role: 'menu',
  },
]

const SELECTORS = { dialog: '[role=dialog]', menu: '[role=menu]', region: '.o-strip, .o-term' }

test.describe('every dialog, menu and drawer is accessible at every width and in both themes', () => {
  // Each test checks one dialog six times; the limit only ends tests that hang.
  test.describe.configure({ timeout: 300_000 })
  let page: Page
  test.beforeAll(async ({ browser }) => {
    page = await auditedPage(browser)
  })
  test.afterAll(() => page.close())

  for (const { name, at, needs, opens, title, role = 'dialog', closes, ends } of [
    ...DIALOGS,
    ...MENUS,
    ...DRAWERS,
    ...WITH_NODES,
  ])
    test(name, async () => {
      await needs?.(page)
      await page.goto(`./#${at}`)
      await loaded(page)
      await opens(page)
      const dialog = page.getByRole(role, { name: title, exact: role === 'region' })
      await expect(dialog).toBeVisible()
      if (role === 'dialog') await expect(dialog.locator(':focus')).toHaveCount(1)
      expect(await faultsOf(page, SELECTORS[role])).toEqual([])
      await (closes ?? keys('Escape'))(page)
      await expect(dialog).toBeHidden()
      await ends?.(page)
    })
})
