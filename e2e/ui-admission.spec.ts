import { expect, type Page } from '@playwright/test'
import { untilOnPage } from '../tools/until.mjs'
import { accessible } from './page-controls'
import { ready } from './site'
import { test } from './test'

async function open(page: Page, view = ''): Promise<void> {
  await page.goto(`./#/admission${view}`)
  await expect(page.getByRole('navigation', { name: 'Admission views' })).toBeVisible()
  await ready(page)
  // Pods are refused until a controller has created the service account that they run as.
  await untilOnPage(page, async () => (await fetch('/api/v1/namespaces/default/serviceaccounts/default')).ok)
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const finds = (page: Page): Promise<void> => accessible(page, page.url(), '.monaco-editor')

test.describe('the admission lab', () => {
  test('shows what the chain does to a request, and switches plugins', async ({ page }) => {
    await open(page)
    const chain = region(page, 'Admission chain')
    await expect(chain).toContainText('NamespaceLifecycle')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(region(page, 'Response')).toContainText('Allowed')
    await expect(chain.getByRole('listitem').filter({ hasText: 'DefaultTolerationSeconds' }).last()).toContainText(
      'changed',
    )
    await expect(chain.getByRole('group', { name: 'Change by ServiceAccount' })).toContainText('serviceAccountName')
    await finds(page)

    await chain.getByText('Disabled plugins').click()
    await chain.getByRole('switch', { name: 'AlwaysPullImages' }).press('Space')
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(chain.getByRole('switch', { name: 'AlwaysPullImages runs' }).first()).toBeChecked()
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(chain.getByRole('group', { name: 'Change by AlwaysPullImages' })).toContainText('Always')
  })

  test('checks the configuration of plugins as it is typed, and uses it after a restart', async ({ page }) => {
    await open(page)
    const panel = region(page, 'Configuration file')
    const text = panel.getByRole('textbox', { name: /^Configuration of plugins/ })
    await panel.getByRole('button', { name: 'Add a configuration of PodSecurity' }).click()
    await expect(panel.locator('.view-lines')).toContainText('enforce: baseline')

    // The server refuses a level that does not exist, and says where.
    const configuration = (level: string): string => `apiVersion: apiserver.config.orch.io/v1
kind: AdmissionConfiguration
plugins:
  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.orch.io/v1
      kind: PodSecurityConfiguration
      defaults:
        enforce: ${level}
`
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const paste = async (copied: string): Promise<void> => {
      await text.focus()
      await page.evaluate((words) => navigator.clipboard.writeText(words), copied)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('ControlOrMeta+v')
    }
    await paste(configuration('strict'))
    await expect(panel.getByRole('status')).toContainText('strict')
    await finds(page)

    await paste(configuration('baseline'))
    await expect(panel.getByRole('status')).toHaveCount(0)
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(page.getByText('1 change')).toBeHidden()
    const refused = await page.evaluate(async () => {
      const pod = { metadata: { name: 'net' }, spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] } }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/v1/namespaces/default/pods', {
        method: 'POST',
        headers,
        body: JSON.stringify(pod),
      })
      return [answer.status, await answer.text()].join(' ')
    })
    expect(refused).toContain('403')
    expect(refused).toContain('violates PodSecurity')
  })

  test('calls a webhook, shows its failure, and stops it when it loops', async ({ page }) => {
    await open(page, '/webhooks')
    await page.getByRole('button', { name: 'Start from a policy' }).click()
    const catalogue = page.getByRole('dialog', { name: 'Start from a policy' })
    await catalogue.getByRole('textbox', { name: 'Search policies' }).fill('floating tag')
    await expect(catalogue.getByRole('status')).toContainText('1 of ')
    await page.keyboard.press('Enter')
    const sample = region(page, 'Sample request')
    const result = sample.getByRole('group', { name: 'Result' })
    await expect(result).toContainText('images without a fixed tag: registry.example/shop:latest')
    await sample.getByRole('button', { name: 'Passing' }).click()
    await expect(result).toContainText('allowed')
    await sample.getByRole('button', { name: 'Failing' }).click()
    await expect(result).toContainText('refused')
    const tests = region(page, 'Tests')
    await expect(tests).toContainText('4 of 4 pass')
    await region(page, 'Registration').getByRole('button', { name: 'Register', exact: true }).click()
    await expect(region(page, 'Registration')).not.toContainText('not registered')
    await finds(page)
    // The sample is sent at once.
    await page.getByRole('button', { name: 'Try in the chain' }).click()
    const answer = region(page, 'Response')
    await expect(answer).toContainText('images without a fixed tag: registry.example/shop:latest')
    await expect(answer).toContainText('Warning: registry.example/shop:latest has no digest')
    await expect(region(page, 'Admission chain')).toContainText('latest/latest.webhooks.example.com')

    await page.getByRole('link', { name: 'Webhooks' }).click()
    await expect(region(page, 'Calls from the API server')).toContainText('denied')
    const code = page.getByRole('textbox', { name: /Code of Block/ })
    await code.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('export default () => { for (;;); }')
    await expect(tests).toContainText('0 of 4 pass')
    await expect(tests).toContainText('it was stopped')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('The next request uses this code')).toBeVisible()
    await page.getByRole('link', { name: 'Chain' }).click()
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(answer).toContainText('failed calling webhook')
  })

  test('keeps several webhooks, and can send the sample request of a webhook for deletions', async ({ page }) => {
    await open(page, '/webhooks')
    for (const title of ['Block :latest', 'Deny by namespace']) {
      await page.getByRole('button', { name: 'Start from a policy' }).click()
      await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
      await expect(page.getByRole('textbox', { name: `Code of ${title}` })).toHaveCount(1)
    }
    const sample = region(page, 'Sample request')
    await sample.getByRole('button', { name: 'Publish, register and send' }).click()
    await expect(sample.getByRole('status', { name: 'Answer of the server' })).toContainText(
      'admin may not delete in production',
    )
    const tests = region(page, 'Tests')
    await tests.getByRole('button', { name: 'Add test from last request' }).click()
    await expect(tests).toContainText('4 of 4 pass')
    await page.getByRole('button', { name: /^Block :latest/ }).click()
    await expect(page.getByRole('textbox', { name: 'Code of Block :latest' })).toHaveCount(1)
    await expect(tests).toContainText('4 of 4 pass')
  })

  test('explains its plugins and the terms in a page’s heading', async ({ page }) => {
    await open(page)
    const chain = region(page, 'Admission chain')
    await expect(chain).toContainText('Refuses requests in a namespace that does not exist')
    await chain.getByRole('link', { name: 'LimitRanger', exact: true }).first().click()
    await expect(page.getByRole('row', { name: /^LimitRanger/ })).toContainText('Needs: a LimitRange in the namespace.')
    await finds(page)
    await page.goto('./#/admission/webhooks')
    await page.getByRole('button', { name: 'admission webhook', exact: true }).press('Enter')
    const term = page.getByRole('dialog', { name: 'admission webhook' })
    await expect(term).toContainText('A service that the API server calls')
    await finds(page)
    await page.keyboard.press('Escape')
    await expect(term).toBeHidden()
    await expect(page.getByRole('button', { name: 'admission webhook', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await term.getByRole('link', { name: 'Open in the glossary' }).click()
    await expect(page.getByRole('heading', { name: 'Glossary', level: 1 })).toBeVisible()
    await page.getByRole('textbox', { name: 'Search the glossary' }).fill('stuck')
    await expect(page.getByRole('region', { name: 'Terms' })).toContainText('Finalizer')
    await finds(page)
  })

  test('tries a policy against requests, shows values and costs, and keeps tests', async ({ page }) => {
    await open(page, '/policies')
    const result = region(page, 'Result')
    await expect(result).toContainText('allowed')
    await expect(region(page, 'Tests')).toContainText('2 of 2 pass')
    await region(page, 'Tests').getByRole('button', { name: 'six', exact: true }).click()
    await expect(result).toContainText('failed expression: object.spec.replicas <= 5')
    await expect(result.getByRole('meter').first()).toBeVisible()
    await result.getByText('Values of all parts').click()
    await expect(result.getByRole('row', { name: /object\.spec\.replicas 6/ })).toBeVisible()
    await finds(page)
    await page.getByRole('button', { name: 'Save this request as a test' }).click()
    await expect(region(page, 'Tests')).toContainText('3 of 3 pass')

    await page.getByRole('combobox', { name: 'Policy' }).click()
    await page.getByRole('option', { name: 'No :latest images' }).click()
    await expect(region(page, 'Tests')).toContainText('4 of 4 pass')
    const policy = page.getByRole('textbox', { name: /Policy No :latest/ })
    await policy.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('spec:\n  validations:\n    - expression: objekt.spec == 1\n')
    await expect(result.getByRole('alert')).toContainText("undeclared reference to 'objekt'")
    await expect(page.getByRole('alert', { name: 'Problems of the policy' })).toContainText(
      'spec.matchConstraints: Required value',
    )
    await expect(region(page, 'Tests')).toContainText('of 4 pass')
  })

  test('checks a manifest against all levels of pod security', async ({ page }) => {
    await open(page, '/pod-security')
    const levels = region(page, 'Levels')
    await expect(levels).toContainText('Meets: privileged')
    await expect(levels.getByRole('row', { name: /^Host path volumes/ })).toContainText('fails')
    await finds(page)
    // One button changes the pod, shows what it changed, and can be undone.
    await page.getByRole('button', { name: 'Make it restricted' }).click()
    await expect(levels).toContainText('Meets: restricted')
    const changes = region(page, 'Changes to make it restricted')
    await expect(changes).toContainText('turns off privileged mode')
    await expect(changes.locator('.del', { hasText: 'hostPath:' })).toBeVisible()
    await finds(page)
    await changes.getByRole('button', { name: 'Undo these changes' }).click()
    await expect(levels).toContainText('Meets: privileged')
    await expect(changes).toBeHidden()
    await page.getByRole('button', { name: 'Make it baseline' }).click()
    await expect(levels).toContainText('Meets: baseline')
    await page.getByRole('button', { name: 'Safe example' }).click()
    await expect(levels).toContainText('Meets: restricted')
  })

  test('records requests as the audit policy says, and can search them', async ({ page }) => {
    await open(page, '/audit')
    await page.getByRole('button', { name: 'Writes with bodies' }).click()
    await page.getByRole('button', { name: 'Restart with this policy' }).click()
    const log = region(page, 'Audit log')
    await expect(log).toBeVisible()
    await page.evaluate(
      (body) =>
        fetch('api/v1/namespaces/default/configmaps', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'noted' } }),
    )
    await log.getByLabel('Search').fill('noted')
    await log.getByRole('button', { name: /configmaps default\/noted/ }).click()
    await expect(log.getByLabel('Audit event', { exact: true })).toContainText('requestObject')
    await finds(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('audit.log')
  })
})
