import { expect, type Page } from '@playwright/test'
import { accessible, createConfigMap, open, request } from './page-controls'
import { ready } from './site'
import { test } from './test'

const MAPS = '/api/v1/namespaces/default/configmaps'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Control planes in this browser' })

async function manage(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Switch planes/ }).click()
  await page.getByRole('menuitem', { name: 'New, rename, delete…' }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Names of the objects that people made in the plane that this page shows. */
const made = async (page: Page, path = MAPS) =>
  ((await request(page, 'GET', path)).items as { metadata: { name: string } }[])
    .map(({ metadata }) => metadata.name)
    .filter((name) => name.startsWith('my-'))

test('planes can be created, switched, renamed and deleted, and their objects stay separate', async ({
  page,
  context,
}) => {
  await open(page, '/explore')
  await createConfigMap(page, 'my-main')
  await manage(page)
  await accessible(page)
  await page.getByLabel('Name of a new plane').fill('Staging')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Plane Staging. Switch planes' })).toBeVisible()
  await ready(page)
  expect(await made(page)).toEqual([])
  await createConfigMap(page, 'my-staging')

  // Each page's requests go to its own plane, which has its own path.
  const other = await context.newPage()
  await open(other, '/explore')
  expect(await made(other)).toEqual(['my-main'])
  expect(await made(other, `/planes/staging${MAPS}`)).toEqual(['my-staging'])
  await page.reload()
  await ready(page)
  expect(await made(page)).toEqual(['my-staging'])

  await manage(page)
  await page.getByLabel('Name of Staging').fill('Rehearsal')
  await page.getByLabel('Name of Rehearsal').or(page.getByLabel('Name of Staging')).blur()
  await expect(page.getByRole('button', { name: 'Plane Rehearsal. Switch planes' })).toBeVisible()

  await manage(other)
  await dialog(other).getByRole('button', { name: 'Delete Rehearsal' }).click()
  await dialog(other).getByRole('button', { name: 'Delete the plane and its objects Rehearsal' }).click()
  await expect(dialog(other).getByText('Another tab shows this plane')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Delete Rehearsal' }).click()
  await dialog(page).getByRole('button', { name: 'Delete the plane and its objects Rehearsal' }).click()
  await expect(page.getByRole('button', { name: 'Plane Main. Switch planes' })).toBeVisible()
  await expect(dialog(other).getByText('Rehearsal')).toHaveCount(0)
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.includes('staging')).length),
    )
    .toBe(0)
  expect(await made(page)).toEqual(['my-main'])

  await page.goto('./?plane=staging#/explore')
  await expect(page.getByText('This browser has no plane named “staging”.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})
