import { expect, type Page } from '@playwright/test'
import { accessible, open, request } from './page-controls'
import { rootCertificateWritten } from './site'
import { test } from './test'

const terminal = (page: Page) => page.getByRole('region', { name: 'Terminal', exact: true })
const session = (page: Page, name: RegExp | string) => page.getByRole('region', { name })

/** What the screen of a session shows, line by line. */
const screen = (page: Page, number = 1): Promise<string> =>
  page.evaluate((at) => {
    const rows = document.querySelectorAll('.o-term-pane')[at - 1]?.querySelectorAll('.xterm-rows > div') ?? []
    return [...rows].map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()).join('\n')
  }, number)

const shows = (page: Page, text: string | RegExp, number = 1) =>
  expect.poll(() => screen(page, number)).toMatch(typeof text === 'string' ? new RegExp(escape(text)) : text)
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function openTerminal(page: Page): Promise<void> {
  await page.keyboard.press('Control+Backquote')
  await shows(page, 'admin $')
  await expect(page.locator('.o-term-pane textarea').first()).toBeFocused()
}

async function run(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

test('by keyboard alone, the user creates a role, is refused as somebody else, and sees why', async ({ page }) => {
  await open(page, '/explore')
  await rootCertificateWritten(page)
  await openTerminal(page)
  await run(page, 'orchctl create role reader --verb=get,list --resource=configmaps')
  await shows(page, 'role.rbac.authorization.orch.io/reader created')
  await run(page, 'orchctl create rolebinding readers --role=reader --user=rita')
  await shows(page, 'rolebinding.rbac.authorization.orch.io/readers created')
  await run(page, 'as rita')
  await shows(page, 'rita $')
  await run(page, 'orchctl get configmaps -o name')
  await shows(page, 'configmap/orch-root-ca.crt')
  await run(page, 'orchctl delete configmap orch-root-ca.crt')
  await shows(page, 'cannot delete resource')
  await page.keyboard.press('F6')
  await expect(page.getByRole('button', { name: /^Why may rita not delete configmaps/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/access\/why\?.*who=user/)
  await expect(page.getByRole('main')).toContainText('rita')
  await page.keyboard.press('Control+Backquote')
  await expect(terminal(page)).toBeHidden()
})

test('Tab leaves the terminal at both ends, and Escape closes it without leaving the page', async ({ page }) => {
  await open(page, '/explore/core/v1/namespaces/-/default')
  const content = page.getByRole('main')
  await content.focus()
  await openTerminal(page)
  const input = page.locator('.o-term-pane textarea').first()
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByLabel('Identity of session 1')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(input).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(terminal(page).getByRole('button', { name: 'Close the terminal' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(terminal(page)).toBeHidden()
  await expect(content).toBeFocused()
  await expect(page).toHaveURL(/namespaces\/-\/default$/)
})

test('the terminal completes names of existing objects, pipes, writes files and stops a watch', async ({ page }) => {
  await open(page, '/explore')
  await request(page, 'POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'apple', labels: { kind: 'fruit' } },
  })
  await openTerminal(page)
  await page.keyboard.type('orch')
  await page.keyboard.press('Tab')
  await page.keyboard.type('get confi')
  await page.keyboard.press('Tab')
  await shows(page, 'orchctl get configmaps')
  await page.keyboard.type('app')
  await page.keyboard.press('Tab')
  await page.keyboard.type('-o json | jq -r .metadata.labels.kind > kind.txt')
  await page.keyboard.press('Enter')
  await run(page, 'cat kind.txt')
  await shows(page, /^fruit$/m)
  await run(page, 'orchctl apply -f - <<EOF')
  for (const line of ['apiVersion: v1', 'kind: ConfigMap', 'metadata: {name: pear}', 'EOF']) await run(page, line)
  await shows(page, 'configmap/pear created')
  await run(page, 'orchctl get configmaps -w -o name | grep plum')
  await page.keyboard.press('Control+c')
  await shows(page, '^C')
  await page.keyboard.press('Control+r')
  await page.keyboard.type('kind.txt')
  await shows(page, 'search kind.txt: cat kind.txt')
})

test('two terminal sessions run side by side as different users', async ({ page }) => {
  await open(page, '/explore')
  await openTerminal(page)
  await page.getByRole('button', { name: 'Add a session' }).click()
  await shows(page, 'admin $', 2)
  await expect(page.locator('.o-term-pane').nth(1).locator('textarea')).toBeFocused()
  await run(page, 'as nora')
  await run(page, 'orchctl auth whoami -o jsonpath={.status.userInfo.username}')
  await expect(session(page, 'Session 1, as admin')).toBeVisible()
  await expect(session(page, 'Session 2, as nora')).toBeVisible()
  await accessible(page)
})

test('a request of the log can be copied to the terminal as a command', async ({ page }) => {
  await open(page, '/explore/core/v1/configmaps')
  // Before the first request is in the log, the key has nothing to show.
  await expect(page.getByRole('region', { name: 'Request log', exact: true })).toContainText('/api/v1/configmaps')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'As a command' }).click()
  await shows(page, /orchctl get /)
})
