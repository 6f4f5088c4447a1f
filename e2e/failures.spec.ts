import { expect, test as base, type Page } from '@playwright/test'
import { type Failure, failingServer } from './failing-server'
import { createConfigMap, editorLines, open, pressEnter, request, toLine, write } from './page-controls'
import { askToSaveData } from './test'

const OBJECTS = '^GET /(api/v1|apis/[^/]+/[^/]+)/.'
const BROKEN: Failure = { of: OBJECTS, code: 500, reason: 'InternalError', message: 'the store timed out' }
const SUBJECT = '/explore/core/v1/configmaps/default/subject'

// All tests share one page, because opening a page takes longer than testing it.
base.describe(
  'where the server fails, the page says what failed, why and what to do, and shows its content once it works',
  () => {
    base.describe.configure({ mode: 'serial' })
    let page: Page
    let fail: (failure?: Failure) => Promise<void>
    base.beforeAll(async ({ browser }) => {
      page = await browser.newPage()
      await page.addInitScript(askToSaveData)
      fail = await failingServer(page)
      await open(page, '/settings/appearance')
      await createConfigMap(page, 'subject')
    })
    base.afterAll(() => page.close())
    base.beforeEach(() => fail())

    const alert = () => page.locator('#content').getByRole('alert').filter({ hasText: BROKEN.message }).first()

    for (const [place, request, more] of [
      ['/explore', 'GET /api/v1/', 'could not be counted'],
      ['/explore/core/v1/configmaps', 'GET /api/v1/configmaps', 'This page tries again by itself.'],
      [SUBJECT, 'GET /api/v1/namespaces/default/configmaps', 'This page tries again by itself.'],
      ['/map', 'GET /api/v1/', 'The map may be incomplete.'],
      ['/workloads', 'GET /api/v1/nodes', 'This page tries again by itself.'],
      ['/access', 'GET /apis/rbac.authorization.', 'This page tries again by itself.'],
      ['/identity/certificates', 'GET /apis/certificates.', 'This page tries again by itself.'],
      [
        '/apply/core/v1/configmaps/default/subject',
        'GET /api/v1/namespaces/default/configmaps',
        'tries again by itself',
      ],
    ] as const)
      base(place, async () => {
        await fail(BROKEN)
        await page.goto(`./#${place}`)
        await expect(alert()).toContainText('500 InternalError')
        await expect(alert()).toContainText(`Request: ${request}`)
        await expect(alert()).toContainText('its trace shows the step that failed')
        await expect(alert()).toContainText(more)
        await fail()
        if (!more.includes('by itself')) await alert().getByRole('button', { name: 'Try again' }).click()
        await expect(alert()).toHaveCount(0)
      })

    base('a rate limit says when to try again', async () => {
      await fail({ ...BROKEN, code: 429, reason: 'TooManyRequests', retryAfterSeconds: 30 })
      await page.goto('./#/explore/core/v1/secrets')
      await expect(alert()).toContainText('Try again in 30 s.')
    })

    base('a deletion does not say that nothing else goes when it could not find out', async () => {
      await request(page, 'POST', '/api/v1/namespaces/orch-public/configmaps', { metadata: { name: 'apart' } })
      await fail({ ...BROKEN, of: '^GET .*/secrets' })
      await page.goto('./#/explore/core/v1/configmaps/orch-public/apart')
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: /^Delete ConfigMap/ })
      await expect(dialog).toContainText('may not show everything')
      await expect(dialog).not.toContainText('Nothing else will be deleted')
      await fail()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog).toContainText('Nothing else will be deleted')
      await page.keyboard.press('Escape')
    })

    const REFUSED: Failure = {
      of: '^(PUT|DELETE|PATCH) (?!.*dryRun)',
      code: 422,
      reason: 'Invalid',
      message: `configmaps "subject" is forbidden: ValidatingAdmissionPolicy 'frozen' with binding 'frozen' denied request: no`,
    }

    base('a save that is refused says so in its review, which can be sent again from the keyboard', async () => {
      await page.goto(`./#${SUBJECT}?tab=yaml`)
      await toLine(page, 'greeting: hello')
      await page.keyboard.type(' you')
      const review = page.getByRole('button', { name: 'Review and save' })
      await pressEnter(review)
      const dialog = page.getByRole('dialog', { name: 'Review changes' })
      const save = dialog.getByRole('button', { name: 'Save' })
      await expect(save).toBeFocused()
      await fail(REFUSED)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toContainText(REFUSED.message)
      await expect(dialog.getByRole('alert')).toContainText('Nothing was changed.')
      await expect(dialog.getByRole('alert')).toContainText('A policy of this cluster refused the request.')
      await expect(save).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(review).toBeFocused()
      await expect(editorLines(page)).toContainText('hello you')
      await fail()
      await page.keyboard.press('Enter')
      await expect(save).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('ConfigMap subject saved')).toBeVisible()
    })

    base('a deletion that is refused says so in its dialog, and sends only what is left again', async () => {
      await createConfigMap(page, 'first')
      await createConfigMap(page, 'second')
      await page.goto('./#/explore/core/v1/configmaps?ns=default')
      for (const name of ['first', 'second']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
      await page.getByRole('button', { name: 'Delete selected' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete 2 objects?' })
      await fail({ ...REFUSED, of: '^DELETE .*/second' })
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(dialog.getByRole('alert')).toContainText('ConfigMap default/second was not deleted.')
      await fail()
      await dialog.getByRole('button', { name: 'Delete the other 1' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('link', { name: 'second', exact: true })).toHaveCount(0)
    })

    base('a deletion that nobody granted is granted in its dialog, and then sent again', async () => {
      await createConfigMap(page, 'granted')
      await page.goto('./#/explore/core/v1/configmaps/default/granted')
      await fail({
        of: '^DELETE .*/granted',
        code: 403,
        reason: 'Forbidden',
        message: `configmaps "granted" is forbidden: User "bob" cannot delete resource "configmaps" in API group "" in the namespace "default"`,
      })
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: /^Delete ConfigMap/ })
      const send = dialog.getByRole('button', { name: 'Delete', exact: true })
      await send.click()
      const fix = dialog.getByRole('button', { name: 'Fix…' })
      const grant = page.getByRole('dialog', { name: 'Grant access' })
      await pressEnter(fix)
      await expect(grant.getByRole('button', { name: 'Grant', exact: true })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(grant).toBeHidden()
      await expect(fix).toBeFocused()
      await page.keyboard.press('Enter')
      await grant.getByRole('button', { name: 'Grant', exact: true }).click()
      await expect(dialog).toContainText('Access granted: send the request again.')
      await fail()
      await send.click()
      await expect(dialog).toBeHidden()
    })

    base('a name that is taken leads to the object that has it', async () => {
      await createConfigMap(page, 'taken')
      await page.goto('./#/create')
      await write(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: taken\ndata:\n  greeting: bye\n')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByText('409 AlreadyExists')).toHaveCount(1)
      await page.getByText('Apply (PATCH)', { exact: true }).click()
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await expect(page.getByRole('link', { name: 'Resolve the conflict in the apply lab' })).toBeVisible()
      await page.getByText('Create (POST)', { exact: true }).click()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByRole('link', { name: 'open the existing object' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'taken' })).toBeVisible()
    })

    base('a refused creation keeps the text, and is sent again', async () => {
      await page.goto('./#/create')
      await write(page, 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\n')
      await fail({ of: '^POST', code: 503, reason: 'ServiceUnavailable', message: 'the store does not take writes' })
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByText('the store does not take writes').first()).toBeVisible()
      await expect(editorLines(page)).toContainText('name: kept')
      await fail()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.getByText('ConfigMap default/kept created')).toBeVisible()
    })

    base('a watch that is too old is followed by a new list, without an error', async () => {
      await fail({ of: '[?&]watch=', code: 410, reason: 'Expired', message: 'too old resource version' })
      await page.goto('./#/explore/core/v1/configmaps?ns=default')
      await expect(page.getByRole('link', { name: 'subject' })).toBeVisible()
      await fail()
      await request(page, 'DELETE', '/api/v1/namespaces/default/configmaps/kept')
      await expect(page.getByRole('link', { name: 'kept' })).toHaveCount(0)
      await expect(page.locator('#content').getByRole('alert')).toHaveCount(0)
    })
  },
)
