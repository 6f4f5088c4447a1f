import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accessible, clipboard } from './page-controls'
import { test } from './test'

const open = async (page: Page, place: string): Promise<void> => {
  await page.goto(`./#${place}`)
  await expect(page.getByRole('navigation', { name: 'Identity' })).toBeVisible()
}
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
/** A select field; while it is closed, its role is a different one. */
const field = (page: Page, name: string) =>
  page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).first()
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Acting as ${name}. Change identity` })

/** Lists the pods of a namespace as the page's user, and expects this answer. */
const listPods = async (page: Page, verdict: string): Promise<void> => {
  await page.goto(
    `./#/console?${new URLSearchParams({ as: new URL(page.url().replace('#/', '')).searchParams.get('as') ?? 'admin', path: '/api/v1/namespaces/default/pods' }).toString()}`,
  )
  await button(page, 'Send').click()
  const answer = page.getByRole('region', { name: 'Response' })
  await expect(answer.getByText(/^\d{3} /).first()).toHaveText(verdict)
}

test('impersonation can be cancelled, and the focus returns to the button that opened the dialog', async ({ page }) => {
  await open(page, '/identity')
  const dialog = page.getByRole('dialog', { name: 'Act as a user' })
  const cancel = async (): Promise<void> => {
    await dialog.getByRole('combobox', { name: 'User', exact: true }).fill('alice')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
  await button(page, 'Impersonate…').click()
  await cancel()
  await expect(button(page, 'Impersonate…')).toBeFocused()
  await chip(page, 'admin').click()
  await page.getByRole('menuitem', { name: 'Act as a user…' }).click()
  await cancel()
  await expect(chip(page, 'admin')).toBeFocused()
})

test.describe('a certificate', () => {
  test('is requested with a key made in the tab, approved, and then identifies the user', async ({ page }) => {
    await open(page, '/identity/certificates')
    await button(page, 'Create key').click()
    await page.getByRole('textbox', { name: 'Common name' }).fill('erna')
    await field(page, 'Organizations').fill('masons')
    await page.keyboard.press('Enter')
    await button(page, 'Create CSR').click()
    await expect(page.getByText('valid (signed with its own key)')).toBeVisible()

    // Typed text and generated keys survive a reload.
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Common name' })).toHaveValue('erna')
    await expect(page.getByText('valid (signed with its own key)')).toBeVisible()

    await button(page, 'Create as admin').click()
    const request = page.getByRole('region', { name: 'erna', exact: true })
    await expect(request.getByText('pending')).toBeVisible()
    await button(page, 'Approve as admin').click()
    await expect(request.getByText('issued', { exact: true })).toBeVisible()
    await expect(request.getByText('the CA of this cluster')).toBeVisible()
    await accessible(page)

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Client configuration with private key').click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('client-key-data')
    expect(text).toContain('current-context: erna@orchard')

    await button(page, 'Act as erna').click()
    await expect(chip(page, 'erna')).toBeVisible()
    await listPods(page, '403 Forbidden')
    await expect(page.getByText(/erna.* cannot list resource/)).toBeVisible()

    // The identity survives a reload, and a binding changes what it may do.
    await page.reload()
    await expect(chip(page, 'erna')).toBeVisible()
    await open(page, '/identity/certificates?csr=erna')
    await button(page, 'Grant erna view access').click()
    await expect(page.getByText('erna can view')).toBeVisible()
    await page.goto('./#/console?as=certificate:erna')
    await listPods(page, '200 OK')
  })

  test('for a custom signer is signed by a certificate authority made in the tab', async ({ page }) => {
    await open(page, '/identity/certificates')
    await button(page, 'Create key').click()
    await page.getByRole('textbox', { name: 'Common name' }).fill('server')
    await button(page, 'Create CSR').click()
    await field(page, 'Signer').click()
    await page.getByRole('option', { name: 'example.com/workshop' }).click()
    await button(page, 'Create as admin').click()
    await button(page, 'Approve as admin').click()
    await button(page, 'Sign with a CA in this tab').click()
    const request = page.getByRole('region', { name: 'server', exact: true })
    await expect(request.getByText('issued', { exact: true })).toBeVisible()
    await expect(request.getByText('another CA')).toBeVisible()
  })
})

test('the requests of two users are compared stage by stage', async ({ page }) => {
  await open(page, '/identity')
  await button(page, 'Compare alice and bob').click()
  const alice = page.getByRole('region', { name: 'As alice, left' })
  const bob = page.getByRole('region', { name: 'As bob, right' })
  await expect(alice.getByText('201 Created')).toBeVisible()
  await expect(bob.getByText('403 Forbidden')).toBeVisible()
  await expect(page.getByText('First difference: authorization.')).toBeVisible()
  await expect(bob.getByText(/User "bob" cannot create resource "configmaps"/).first()).toBeVisible()
  await field(page, 'Method').click()
  await page.getByRole('option', { name: 'GET' }).click()
  await button(page, 'Send as both').click()
  await expect(page.getByText('Both requests pass through the same stages.')).toBeVisible()
})

test('a login adds an identity whose token is renewed when it expires', async ({ page }) => {
  await open(page, '/identity/provider')
  await button(page, 'Use in this cluster').click()
  const login = page.getByRole('region', { name: 'Log in' })
  await expect(page.getByText('in use', { exact: true })).toBeVisible()
  await login.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await login.getByRole('button', { name: 'Log in' }).click()
  await expect(login.getByText('user name or password is wrong').first()).toBeVisible()
  await login.getByRole('textbox', { name: 'Password' }).fill('nora')
  await login.getByRole('button', { name: 'Log in' }).click()
  await expect(chip(page, 'nora@orchard.example')).toBeVisible()

  await login.getByRole('button', { name: 'Inspect ID token' }).click()
  await expect(page.getByRole('region', { name: 'Signature' }).getByText('valid', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '1 hour' }).click()
  await expect(page.getByText(/^expired .* ago$/)).toBeVisible()
  await listPods(page, '403 Forbidden') // known, but without a role
  await open(page, '/identity/provider')
  await expect(page.getByText('new ID token for nora')).toBeVisible()
})

test('the token webhook accepts the credential of a plugin', async ({ page }) => {
  await open(page, '/identity/webhook')
  await page.getByText('Function', { exact: true }).click()
  await button(page, 'Save responses').click()
  await button(page, 'Use in this cluster').click()
  await expect(page.getByText('in use', { exact: true })).toBeVisible()
  await open(page, '/identity/files')
  await button(page, 'Load example with a credential plugin').click()
  await button(page, 'Act as the user of badge@orchard').click()
  await expect(chip(page, 'badge')).toBeVisible()
  await button(page, 'Write as a function').click()
  await button(page, 'Send test request').click()
  await expect(page.getByText('Ran once')).toBeVisible()
  await button(page, 'Send test request').click()
  await listPods(page, '403 Forbidden') // known, but without a role
  await open(page, '/identity/files')
  await expect(page.getByText('Ran once')).toBeVisible()
  await button(page, 'Clear cached credential and send').click()
  await expect(page.getByText('Ran 2 times')).toBeVisible()
  await open(page, '/identity/webhook')
  await expect(page.getByText('is badge:4711')).toBeVisible()
})

test.describe('a secret', () => {
  test('is hidden until the user shows it, and appears in no trace or history', async ({ page }) => {
    await open(page, '/identity/certificates')
    await button(page, 'Create key').click()
    await expect(page.getByText('BEGIN PRIVATE KEY')).toBeHidden()
    await button(page, 'Show the private key').click()
    await expect(page.getByText('BEGIN PRIVATE KEY')).toBeVisible()

    await page.goto('./#/console?method=POST&path=/api/v1/namespaces/default/secrets')
    await page
      .getByRole('textbox', { name: 'Body' })
      .fill('{"metadata":{"name":"s"},"stringData":{"word":"xyzzy-plugh"}}')
    await button(page, 'Send').click()
    const answer = page.getByRole('region', { name: 'Response' })
    await expect(answer.getByText('201 Created')).toBeVisible()
    await button(page, 'Trace').click()
    const stages = page.getByRole('list', { name: 'Stages' })
    await expect(stages.getByRole('button', { name: 'Show change' }).first()).toBeVisible()
    for (const change of await stages.getByRole('button', { name: 'Show change' }).all()) await change.click()
    await expect(stages.getByText('word: (hidden').first()).toBeVisible()
    await expect(stages).not.toContainText(/xyzzy-plugh|eHl6enktcGx1Z2g=/)

    await page.getByRole('textbox', { name: 'Headers' }).fill('Accept: application/json\nAuthorization: Bearer sesame')
    await button(page, 'Send').click()
    await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(2)
    await expect(button(page, 'Copy as curl, including secrets')).toBeVisible()
    expect(page.url()).not.toMatch(/sesame|xyzzy/)
    const kept = () => page.evaluate(() => Object.values({ ...localStorage }).join('\n'))
    await expect.poll(kept).toContain('Accept: application/json')
    expect(await kept()).not.toMatch(/sesame|xyzzy/)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue(/Bearer sesame/)
  })

  test('appears in no flag that is shown, stored or shared', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (): Promise<string> => decodeURIComponent(await clipboard(page))
    const flags = '--authorization-mode=RBAC --token-auth-file=data:,sesame,alice,1'
    await page.goto(`./?flags=${encodeURIComponent(flags)}#/settings`)
    const text = page.getByRole('textbox', { name: 'Flags', exact: true })
    await expect(text).toHaveValue(/--token-auth-file=\(hidden 1: 20 characters\)/)
    await expect(page.locator('body')).not.toContainText('sesame')
    expect(page.url()).not.toContain('sesame')
    await button(page, 'Copy a link with these flags, without secrets').click()
    await expect.poll(copied).toContain('--authorization-mode=RBAC')
    expect(await copied()).not.toContain('token-auth-file')
    await button(page, 'Copy a link with these flags, including secrets').click()
    await expect.poll(copied).toContain('sesame,alice')

    // Editing other fields does not change a hidden value.
    await text.fill(`${await text.inputValue()}\n--cluster-name=garden`)
    await button(page, 'Restart with these flags').click()
    await expect(page.getByText('API server restarted')).toBeVisible()
    await page.getByRole('switch', { name: 'Show secrets' }).click()
    await expect(text).toHaveValue(/--token-auth-file=data:,sesame,alice,1\n--cluster-name=garden/)
    await page.getByRole('switch', { name: 'Show secrets' }).click()
    await expect(text).toHaveValue(/\(hidden 1/)
    await text.fill('--token-auth-file=(hidden 7)')
    await button(page, 'Restart with these flags').click()
    await expect(page.getByText('no hidden value has the number 7')).toBeVisible()
    expect(await page.evaluate(() => Object.values({ ...localStorage }).join('\n'))).not.toContain('sesame')
    await accessible(page)
  })
})
