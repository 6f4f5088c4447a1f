import { expect, type Page } from '@playwright/test'
import { accessible, createConfigMap, mergePatch, open, request, toLine, undoLast, write } from './page-controls'
import { ready } from './site'
import { test } from './test'

const MAP = '/api/v1/namespaces/default/configmaps/subject'
/** The stored object, or the reason why there is none. */
const read = (page: Page): Promise<string> => request(page, 'GET', MAP).then((object) => JSON.stringify(object), String)
const CONFIG_MAPS = '/explore/core/v1/configmaps'

test('a creation and a deletion can be undone by key, and the page says what is undone', async ({ page }) => {
  await open(page, '/create')
  await write(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: subject\ndata:\n  a: "1"\n')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('ConfigMap default/subject created')).toBeVisible()
  const bar = page.getByRole('button', { name: 'Undo: Create ConfigMap default/subject' })
  await expect(bar).toBeVisible()

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+z')
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(dialog).toContainText('Delete ConfigMap default/subject')
  await expect(dialog.getByRole('button', { name: 'Undo', exact: true })).toBeEnabled()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(bar).toBeHidden()
  await expect.poll(() => read(page)).toContain('not found')
})

test('a deletion can be undone after a reload', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'subject')
  await open(page, `${CONFIG_MAPS}/default/subject`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => read(page)).toContain('not found')
  await page.reload()
  await ready(page)
  await undoLast(page)
  await expect.poll(() => read(page)).toContain('"greeting":"hello"')
})

test('created manifests cannot be sent again until they change or are undone', async ({ page }) => {
  await open(page, '/create')
  await write(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: subject\ndata:\n  a: "1"\n')
  const create = page.getByRole('button', { name: 'Create', exact: true })
  const created = page.getByRole('button', { name: 'Created', exact: true })
  await create.click()
  await expect(created).toBeDisabled()

  // A changed text is a different object.
  await toLine(page, 'name: subject')
  await page.keyboard.type('s')
  await expect(create).toBeEnabled()
  await page.keyboard.press('Backspace')
  await expect(created).toBeDisabled()

  await page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => read(page)).toContain('not found')
  await expect(create).toBeEnabled()

  await create.click()
  await expect(created).toBeDisabled()
  await page.getByRole('alert').getByRole('link', { name: 'Open', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${CONFIG_MAPS}/default/subject`))
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Created')
})

test('an edit that others have changed since is undone only after confirmation', async ({ page }) => {
  await open(page, '/explore')
  await createConfigMap(page, 'subject')
  await open(page, `${CONFIG_MAPS}/default/subject`)
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Created')
  await page.keyboard.press('e')
  await toLine(page, 'greeting: hello')
  await page.keyboard.type(' you')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('ConfigMap subject saved')).toBeVisible()
  await mergePatch(page, MAP, { data: { greeting: 'theirs', more: 'x' } })

  await page.getByRole('button', { name: 'Undo: Change ConfigMap default/subject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' })
  await expect(dialog.getByRole('row', { name: /data\.greeting.*hello you.*theirs/ })).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: 'Undo anyway' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => read(page)).toMatch(/"data":\{"greeting":"hello","more":"x"\}/)
})

test('restoring a snapshot shows what changes first, restores the whole cluster, and can be undone', async ({
  page,
}) => {
  await open(page, '/explore')
  await createConfigMap(page, 'subject')
  await open(page, '/settings/storage')
  await page.getByLabel('Name of the snapshot').fill('with it')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(page.getByRole('button', { name: 'Restore with it' })).toBeVisible()
  await accessible(page)
  await request(page, 'DELETE', MAP)

  await page.reload()
  await page.getByRole('button', { name: 'Restore with it' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore the snapshot “with it”?' })
  await dialog.getByRole('button', { name: 'Replace everything' }).click()
  await expect(page.getByText('Snapshot with it restored')).toBeVisible()
  await expect.poll(() => read(page)).toMatch(/"data":\{"greeting":"hello"\}/)
  await page.getByRole('button', { name: 'Undo: Import a cluster' }).click()
  await page
    .getByRole('dialog', { name: 'Undo this change?' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click()
  await expect.poll(() => read(page)).toContain('not found')

  await page.getByRole('button', { name: 'Delete with it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No snapshots yet.')).toBeVisible()
})
