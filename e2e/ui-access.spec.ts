import { expect, type Page } from '@playwright/test'
import { accessibleInBothThemes, undoLast } from './page-controls'
import { ready } from './site'
import { test } from './test'

const FLAGS = '?flags=--authorization-mode%3DNode,RBAC'

async function openAccess(page: Page, view = ''): Promise<void> {
  await page.goto(`./${FLAGS}#/access${view}`)
  await expect(page.getByRole('navigation', { name: 'Access views' })).toBeVisible()
}

async function loadExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load two teams example' }).first().click()
  await expect(page.getByText('Two teams example loaded')).toBeVisible()
}

/** Navigates within the page, as a link would. */
async function visit(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Permissions by resource and subject' })

test.describe('the access lab', () => {
  test('leads by keyboard from the matrix to a reason, a draft and a saved change', async ({ page }) => {
    await openAccess(page)
    await loadExample(page)
    await expect(page).toHaveURL(/ns=cider/)
    await page.getByLabel('Resources', { exact: true }).fill('secrets')
    await page.getByLabel('Subjects', { exact: true }).fill('user:alice')
    await expect(grid(page).getByRole('row')).toHaveCount(2)
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const cell = page.getByRole('region', { name: 'Selected cell' })
    await expect(cell).toContainText('secrets')
    await expect(page).toHaveURL(/who=user%3Aalice|who=user:alice/)

    // The address contains the whole state, including the verb and its reason.
    await cell.getByRole('button', { name: 'get: show the reason' }).press('Enter')
    await expect(page).toHaveURL(/verb=get/)
    await page.reload()
    await expect(cell).toContainText('cannot get resource "secrets" in API group "" in the namespace "cider"')
    await expect(cell.getByRole('button', { name: 'Copy a link to this cell' })).toBeVisible()
    await cell.getByRole('link', { name: 'Why not?' }).first().press('Enter')
    await expect(page.getByRole('heading', { name: 'Can this user do it?' })).toBeVisible()
    const answer = page.getByRole('region', { name: 'Result' })
    await expect(answer).toContainText('cannot get resource "secrets"')
    await expect(answer).toContainText('A SubjectAccessReview says not allowed')

    await answer.getByRole('button', { name: 'Draft a change to Role "developer"' }).first().press('Enter')
    const changes = page.getByRole('region', { name: 'Effect of the drafts' })
    await expect(changes).toContainText('gained')
    await expect(changes).toContainText('group:cider-team')
    await expect(changes.getByRole('grid')).toContainText('secrets')

    // The matrix includes the draft, the cluster does not.
    await page.getByRole('link', { name: 'Matrix' }).click()
    await page.getByLabel('Resources', { exact: true }).fill('secrets')
    await expect(
      grid(page)
        .getByRole('gridcell', { name: /now nothing/ })
        .first(),
    ).toBeVisible()

    await page.getByRole('link', { name: 'Draft', exact: false }).first().click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Review changes' })
    await expect(dialog).toContainText('secrets')
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(page.getByText('Role developer saved')).toBeVisible()
    // After saving, one step leads back to the request that the draft was for.
    await page.getByRole('button', { name: 'Check the request again' }).press('Enter')
    await expect(answer).toContainText('A SubjectAccessReview says allowed')

    await undoLast(page)
    await expect(answer).toContainText('A SubjectAccessReview says not allowed')
  })

  test('edits rules as a form and as text, and keeps unsaved input', async ({ page }) => {
    await openAccess(page, '/draft')
    await page.getByRole('button', { name: 'Create a Role' }).click()
    await page.getByRole('button', { name: 'Binding', exact: true }).click()
    const changes = page.getByRole('region', { name: 'Effect of the drafts' })
    await expect(changes).toContainText('user:alice')
    await page.getByRole('button', { name: 'Role default/new-role' }).click()
    const rules = page.getByRole('region', { name: 'Rules of new-role' })
    await rules.getByRole('combobox', { name: 'Verbs' }).fill('delete')
    await page.keyboard.press('Enter')
    await expect(changes).toContainText('get, list, watch, delete')
    await expect(page.locator('.view-lines')).toContainText('delete')
    await page.reload()
    await expect(changes).toContainText('get, list, watch, delete')
    await page.getByRole('button', { name: 'RoleBinding default/new-role-binding' }).click()
    const subjects = page.getByRole('region', { name: 'Subjects of new-role-binding' })
    await subjects.getByRole('combobox', { name: 'Subjects' }).fill('group:dev')
    await page.keyboard.press('Enter')
    await expect(changes).toContainText('group:dev')
    await subjects.getByRole('combobox', { name: 'Role' }).fill('view')
    await page.getByRole('option', { name: 'view', exact: true }).click()
    await expect(subjects.getByRole('combobox', { name: 'Role' })).toHaveValue('view')
    await expect(changes).toContainText('configmaps')
    await page.getByRole('button', { name: 'Discard draft new-role-binding' }).click()
    await expect(changes).toContainText('No permission changes')
  })

  test('follows changes by other clients', async ({ page }) => {
    await openAccess(page, '?people=zoe')
    await expect(page.getByText('No matching subjects')).toBeVisible()
    await ready(page)
    const made = await page.evaluate(async () => {
      const response = await fetch('apis/rbac.authorization.orch.io/v1/clusterrolebindings', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          metadata: { name: 'zoe-views' },
          roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'view' },
          subjects: [{ kind: 'User', name: 'zoe', apiGroup: 'rbac.authorization.orch.io' }],
        }),
      })
      return response.status
    })
    expect(made).toBe(201)
    await page.getByLabel('Resources', { exact: true }).fill('configmaps')
    await expect(grid(page).getByRole('gridcell', { name: 'get, list, watch' })).toBeVisible()
  })

  test('compares users, draws the graph, and finds mistakes and the smallest role', async ({ page }) => {
    await openAccess(page)
    await loadExample(page)
    // A line lists the namespaces in which each of the two has the right: alice in one, carol also in the whole
    // cluster.
    await visit(page, '/access/compare?who=user:alice&with=user:carol')
    const onlyCarol = page.getByRole('region', { name: 'Only user:carol' })
    await expect(onlyCarol.getByRole('row', { name: /escalate/ })).toContainText('all namespaces')
    await expect(onlyCarol.getByRole('row', { name: /delete/ }).first()).toContainText('cider')
    await expect(page.getByRole('region', { name: 'Both' }).getByRole('link', { name: 'cider' }).first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Namespace' }).fill('press')
    await page.getByRole('option', { name: 'press' }).click()
    await expect(onlyCarol.getByRole('row', { name: /escalate/ })).toBeVisible()
    await expect(onlyCarol.getByRole('row', { name: /delete/ })).toHaveCount(0)

    await visit(page, '/access/graph')
    await page.getByRole('button', { name: 'Show role-keepers in the graph' }).press('Enter')
    await expect(page).toHaveURL(/node=/)
    await expect(page.getByRole('button', { name: /role-keepers/, pressed: true }).first()).toBeVisible()

    await visit(page, '/access/mistakes')
    const mistakes = page.getByRole('region', { name: 'Mistakes' })
    for (const text of [
      'may put any right into a role',
      'may list or watch secrets',
      'which does not exist',
      'may run pods',
    ])
      await expect(mistakes).toContainText(text)
    await mistakes.getByRole('link', { name: 'press/backup' }).first().click()
    await expect(page).toHaveURL(/explore.*press.*backup/)

    // Both requests are recorded: the smallest role is made from them.
    await visit(page, '/access/why?who=user:alice&ns=cider&what=pods&verb=list')
    await page.getByRole('link', { name: 'Send this request as this user' }).click()
    await page.getByRole('button', { name: 'Send as both' }).first().click()
    await expect(page.getByText(/First difference: impersonation/)).toBeVisible()
    await page.getByRole('combobox', { name: 'Right' }).fill('bob')
    await page.getByRole('option', { name: 'Impersonate bob' }).click()
    await page.getByRole('button', { name: 'Send as both' }).first().click()
    await expect(page.getByText('First difference: authorization')).toBeVisible()
    await expect(page.getByRole('region', { name: 'As bob, right' })).toContainText(
      'User "bob" cannot list resource "pods"',
    )

    await visit(page, '/access/least?who=user:alice')
    const proposal = page.getByRole('region', { name: 'Proposal' })
    await expect(proposal).toContainText('list pods of core')
    await page.getByRole('button', { name: 'Open as drafts' }).click()
    await expect(page.getByRole('region', { name: 'Drafts', exact: true })).toContainText('cider/alice-least')
  })

  test('applies an attribute-based (ABAC) policy', async ({ page }) => {
    await openAccess(page, '/abac?who=user:bob&verb=list&what=pods&ns=shop')
    await page.getByRole('button', { name: 'Load example policy' }).click()
    const answer = page.getByRole('region', { name: 'Result' })
    await expect(answer).toContainText('Line 3 holds in the namespace "projects", not in "shop"')
    await answer.getByRole('button', { name: 'Apply this fix' }).nth(1).click()
    await expect(answer).toContainText('allowed')
    await page.getByRole('button', { name: 'Restart with this policy' }).click()
    await expect(page.getByText('in force', { exact: true })).toBeVisible()
    await visit(page, '/access/why?who=user:bob&verb=list&what=pods&ns=shop')
    await expect(page.getByText('A SubjectAccessReview says allowed')).toBeVisible()
    await expect(page.getByText('decided by another authorizer, not RBAC')).toBeVisible()
  })

  test('asks an authorizer that the user wrote as a function', async ({ page }) => {
    await openAccess(page)
    await loadExample(page)
    await visit(page, '/access/webhook?who=user:carol&verb=list&what=secrets&ns=cider')
    const answer = page.getByRole('region', { name: 'Result' })
    await expect(answer).toContainText('secrets are read one by one')
    await page.getByRole('textbox', { name: /^Function/ }).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(
      "function review() { return { allowed: false, denied: true, reason: 'secrets are read by nobody' } }",
    )
    await expect(answer).toContainText('Save to call the function in the editor')
    await page.getByRole('button', { name: 'Save and call' }).click()
    await expect(answer).toContainText('secrets are read by nobody')
    await page.getByText('First', { exact: true }).click()
    await expect(page.getByText('in force', { exact: true })).toBeVisible()
    await visit(page, '/access/why?who=user:carol&verb=list&what=secrets&ns=cider')
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('secrets are read by nobody')
    await expect(page.getByText('decided by another authorizer, not RBAC')).toBeVisible()
  })

  test('says when roles do not decide, and can turn them on', async ({ page }) => {
    await page.goto('./?flags=--authorization-mode%3DAlwaysAllow#/access')
    await expect(page.getByText('RBAC is off')).toBeVisible()
    await page.getByRole('button', { name: 'Turn on RBAC' }).click()
    await expect(page.getByText('RBAC is off')).toBeHidden()
  })

  test('is accessible', async ({ page }) => {
    await openAccess(page)
    await loadExample(page)
    const views = [
      '?ns=cider&who=user:alice&what=pods',
      '/why?ns=press&who=user:bob&verb=create&what=deployments.apps',
      '/rights?ns=cider&who=user:alice',
      '/graph?node=subject%2Fu%3Acarol',
      '/compare?ns=cider',
      '/draft',
      '/least?who=user:orchard:admin',
      '/mistakes',
      '/abac?who=user:bob',
      '/webhook?who=user:bob',
    ]
    for (const view of views) {
      await visit(page, `/access${view}`)
      await expect(page.locator('.o-skeleton')).toHaveCount(0)
      await accessibleInBothThemes(page, view)
    }
  })
})
