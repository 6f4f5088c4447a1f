import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { TEMPLATES } from '../src/ui/features/explore/templates'
import {
  accessible,
  createConfigMap,
  editor,
  editorLines,
  open,
  recordCopies,
  request,
  toLine,
  undoLast,
  write,
} from './page-controls'
import { test } from './test'

const CONFIG_MAPS = '/explore/core/v1/configmaps'

/** The object is read and shown, and its keys act on it. */
async function shown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Created')
}

const THREE_DOCUMENTS = `apiVersion: v1
kind: Namespace
metadata:
  name: orchard-east
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: pears
  namespace: orchard-east
data:
  ripe: "yes"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: Not A Name
`

test.describe('objects', () => {
  test('several documents are tried, mended and created, and another tab shows them at once', async ({ page }) => {
    await open(page, '/explore')
    await page.keyboard.press('n')
    await expect(page.getByRole('heading', { name: 'Create', level: 1 })).toBeVisible()
    await write(page, THREE_DOCUMENTS)
    const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
    await expect(documents).toHaveCount(3)

    // What is typed outlives a reload.
    await page.reload()
    await expect(editorLines(page)).toContainText('orchard-east')

    // A dry run stores nothing, so what stands in the new namespace cannot pass yet; the bad name is told on its line.
    await page.getByRole('button', { name: 'Dry run' }).click()
    await expect(documents.nth(0)).toContainText('valid (dry run)')
    await expect(documents.nth(2)).toContainText('422 Invalid')
    await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible()
    await accessible(page)

    const other = await page.context().newPage()
    await open(other, `${CONFIG_MAPS}?ns=orchard-east`)
    await expect(other.getByText('No ConfigMaps in orchard-east')).toBeVisible()

    await toLine(page, 'Not A Name')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.insertText('  name: plums')
    await page.keyboard.press('ControlOrMeta+s')
    for (const i of [0, 1, 2]) await expect(documents.nth(i)).toContainText('stored')
    await expect(other.getByRole('row', { name: /pears/ })).toBeVisible()
    await request(other, 'PATCH', '/api/v1/namespaces/orchard-east/configmaps/pears', { data: { more: 'x' } }, MERGE)
    await expect(other.getByRole('row', { name: /pears/ })).toContainText('2')

    // A draft that was stored is done with.
    await page.reload()
    await expect(page.getByText('Start from a template')).toBeVisible()
    await other.close()
  })

  test('an edit is kept as a draft, reviewed as a difference, saved, and undone', async ({ page }) => {
    await open(page, '/explore')
    await createConfigMap(page, 'edited')
    await open(page, `${CONFIG_MAPS}/default/edited`)
    await shown(page, 'edited')
    await page.keyboard.press('e')
    await toLine(page, 'greeting: hello')
    await page.keyboard.type(' world')
    await expect(page.getByText('unsaved draft')).toBeVisible()
    await page.reload()
    await expect(editorLines(page)).toContainText('greeting: hello world')

    await editor(page).focus()
    await page.keyboard.press('ControlOrMeta+s')
    const review = page.getByRole('dialog', { name: 'Review changes' })
    const change = review.getByRole('group', { name: 'Change' })
    await expect(change.locator('.del', { hasText: 'greeting: hello' })).toBeVisible()
    await expect(change.locator('.add', { hasText: 'greeting: hello world' })).toContainText('you')
    await accessible(page)
    expect(await request(page, 'GET', '/api/v1/namespaces/default/configmaps/edited')).toMatchObject({
      data: { greeting: 'hello' },
    })
    await expect(review.getByRole('button', { name: 'Save' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('ConfigMap edited saved')).toBeVisible()
    await expect(page.getByText('unsaved draft')).toBeHidden()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(editorLines(page)).not.toContainText('world')
  })

  test('an invalid edit is refused on its line and stays a draft', async ({ page }) => {
    await open(page, '/explore')
    await createConfigMap(page, 'refused')
    await open(page, `${CONFIG_MAPS}/default/refused?tab=yaml`)
    await toLine(page, 'greeting: hello')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.insertText('  not/a/key: x')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await expect(page.locator('.o-failure')).toContainText('422 Invalid')
    await expect(page.locator('.monaco-editor .squiggly-error').first()).toBeVisible()
    await expect(page.getByText('unsaved draft')).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(editorLines(page)).toContainText('greeting: hello')
  })

  test('the text can be wrapped, shown with managedFields, and downloaded', async ({ page }) => {
    await open(page, '/explore')
    await createConfigMap(page, 'shown')
    await open(page, `${CONFIG_MAPS}/default/shown?tab=yaml`)
    await expect(editorLines(page)).toContainText('greeting: hello')
    await expect(editorLines(page)).not.toContainText('managedFields')
    await page.getByRole('switch', { name: 'Show managedFields' }).check()
    await expect(editorLines(page)).toContainText('managedFields')
    await expect(page.getByText('With managedFields, the text is read-only.')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('configmap-shown.yaml')
    expect(await readFile(await file.path(), 'utf8')).toMatch(/managedFields:[^]*greeting: hello/)
    await page.getByRole('switch', { name: 'Show managedFields' }).uncheck()
    await expect(editorLines(page)).not.toContainText('managedFields')

    await page.getByRole('switch', { name: 'Wrap long lines' }).check()
    await toLine(page, 'greeting: hello')
    await page.keyboard.insertText(` ${'long '.repeat(100)}end`)
    await expect(editorLines(page)).toContainText('end')
    const overflowing = (): Promise<boolean> =>
      page.evaluate(() => {
        const lines = document.querySelector('.monaco-editor .view-lines')
        const view = document.querySelector('.monaco-editor .overflow-guard')
        return (lines?.scrollWidth ?? 0) > (view?.clientWidth ?? 0)
      })
    await expect.poll(overflowing).toBe(false)
    await page.keyboard.press('Alt+z')
    await expect(page.getByRole('switch', { name: 'Wrap long lines' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Discard draft' }).click()
  })

  test('what two people changed is a choice between mine, theirs and both', async ({ page }) => {
    await open(page, '/explore')
    await createConfigMap(page, 'shared', { data: { other: 'first' } })
    await open(page, `${CONFIG_MAPS}/default/shared?tab=yaml`)
    await toLine(page, 'greeting: hello')
    await page.keyboard.type(' from me')
    await expect(page.getByText('unsaved draft')).toBeVisible()
    const path = '/api/v1/namespaces/default/configmaps/shared'
    await request(page, 'PATCH', path, { data: { greeting: 'hello from them', other: 'second' } }, MERGE)
    await expect(page.getByText('changed on the server')).toBeVisible()

    // Saving without looking is refused by the server, and becomes the choice.
    await page.getByRole('button', { name: 'Review and save' }).click()
    const choice = page.getByRole('dialog', { name: 'This object changed while you were editing' })
    await expect(choice.getByRole('region', { name: 'Your changes' })).toContainText('hello from me')
    await expect(choice.getByRole('region', { name: 'Their changes' })).toContainText('hello from them')
    const field = choice.getByRole('row', { name: /data\.greeting/ })
    await expect(field).toContainText('hello from me')
    for (const way of ['Use theirs', 'Keep mine', 'Merge'])
      await expect(choice.getByRole('button', { name: way })).toBeVisible()
    await accessible(page)
    await choice.getByRole('button', { name: 'Merge' }).click()
    await expect(editorLines(page)).toContainText('greeting: hello from me')
    await expect(editorLines(page)).toContainText('other: second')
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('ConfigMap shared saved')).toBeVisible()
    expect(await request(page, 'GET', path)).toMatchObject({ data: { greeting: 'hello from me', other: 'second' } })
  })

  test('a deletion says what it takes and what holds it up; Escape keeps it, and undo brings it back', async ({
    page,
  }) => {
    await open(page, '/explore')
    await createConfigMap(page, 'held', { metadata: { finalizers: ['example.com/wait'] } })
    await open(page, `${CONFIG_MAPS}/default/held`)
    await shown(page, 'held')
    const dialog = page.getByRole('dialog', { name: 'Delete ConfigMap default/held?' })
    await page.keyboard.press('Delete')
    await expect(dialog).toContainText('Deletion will wait for these finalizers')
    await expect(dialog).toContainText('example.com/wait')
    await accessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'held', level: 1 })).toBeVisible()

    await page.keyboard.press('Delete')
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('terminating')).toBeVisible()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('This object was deleted. Showing its last state')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
  })

  test('a deleted namespace takes everything in it along', async ({ page }) => {
    await open(page, '/explore')
    await page.getByRole('button', { name: 'Load web shop example' }).first().click()
    await expect(page.getByText('Web shop example loaded')).toBeVisible()
    await open(page, '/explore/core/v1/namespaces/-/shop')
    await shown(page, 'shop')
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Delete Namespace shop?' })
    await expect(dialog.getByRole('group', { name: /^Also deletes/ })).toContainText('Deployment shop/storefront')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('This object was deleted. Showing its last state')).toBeVisible()
  })
})

const MERGE = 'application/merge-patch+json'

test.describe('lists', () => {
  test('are filtered, selected, sorted and walked through by keyboard, and the address keeps it', async ({ page }) => {
    const copied = await recordCopies(page)
    await open(page, '/explore')
    for (const [name, tier] of [
      ['apple', 'fruit'],
      ['beet', 'root'],
      ['cherry', 'fruit'],
    ] as const)
      await createConfigMap(page, name, { metadata: { labels: { tier } } })
    await open(page, `${CONFIG_MAPS}?ns=default`)
    const names = page.getByRole('grid').getByRole('row').locator('.name')
    await expect(names.filter({ hasText: /apple|beet|cherry/ })).toHaveCount(3)

    await page.keyboard.press('/')
    await page.keyboard.type('tier=fruit')
    await page.keyboard.press('Enter')
    await expect(names).toHaveText(['apple', 'cherry'])
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(names).toHaveText(['cherry', 'apple'])
    await page.reload()
    await expect(names).toHaveText(['cherry', 'apple'])
    await expect(page).toHaveURL(/sort=-Name/)

    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('c')
    await expect.poll(copied).toMatch(/^curl '?http.*\/api\/v1\/namespaces\/default\/configmaps/)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await shown(page, 'apple')
    await page.keyboard.press('y')
    await expect.poll(copied).toContain('name: apple')
    await page.goBack()
    await expect(names).toHaveText(['cherry', 'apple'])

    // Chosen rows go together, and come back together.
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Delete selected (2)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(names).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(names).toHaveText(['cherry', 'apple'])
  })

  test('answer a bad selector, an empty kind and a kind that is not served', async ({ page }) => {
    await open(page, `${CONFIG_MAPS}?labels=${encodeURIComponent('((')}`)
    await expect(page.locator('.o-failure')).toContainText('400 BadRequest')
    await page.getByRole('button', { name: 'Clear the label selector' }).click()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await open(page, '/explore/core/v1/pods')
    await expect(page.getByRole('heading', { name: 'No Pods' })).toBeVisible()
    await open(page, '/explore/example.com/v1/pears')
    await expect(page.getByRole('heading', { name: 'example.com/v1 pears is not served' })).toBeVisible()
    await open(page, '/explore/core/v1/pods/default/nobody')
    await expect(page.getByRole('heading', { name: 'Pod "nobody" not found in namespace default' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })

  test('of ten thousand objects scroll as smoothly as short ones, and stay live', async ({ page }) => {
    await open(page, '/explore')
    await page.evaluate(async () => {
      const write = (i: number) =>
        fetch('/api/v1/namespaces/default/configmaps', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ metadata: { name: `many-${String(i).padStart(5, '0')}` }, data: { at: String(i) } }),
        })
      for (let from = 0; from < 10_000; from += 250)
        await Promise.all(Array.from({ length: 250 }, (_, i) => write(from + i)))
    })
    await open(page, `${CONFIG_MAPS}?ns=default`)
    const grid = page.getByRole('grid')
    await expect(page.getByRole('status').filter({ hasText: /^10,00\d$/ })).toBeVisible()
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(10_000)
    const { frames, drawn } = await grid.evaluate(async (node) => {
      const times: number[] = []
      const rows = (): number => node.querySelectorAll('[role="row"]').length
      let most = rows()
      let last = performance.now()
      for (let i = 0; i < 120; i++) {
        node.scrollTop += 1500
        await new Promise((resolve) => requestAnimationFrame(resolve))
        times.push(performance.now() - last)
        most = Math.max(most, rows())
        last = performance.now()
      }
      return { frames: times.sort((a, b) => a - b), drawn: most }
    })
    // Only what is in sight is drawn, however far one scrolls; how long a frame takes is the machine's affair.
    expect(drawn).toBeLessThan(120)
    console.log(`frame of a scroll: median ${frames[60]?.toFixed(1)} ms, p95 ${frames[114]?.toFixed(1)} ms`)
    await page.keyboard.press('/')
    await page.keyboard.type('many-09999')
    await expect(page.getByRole('row', { name: /many-09999/ })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^1 of 10,00\d$/ })).toBeVisible()
    await request(page, 'DELETE', '/api/v1/namespaces/default/configmaps/many-09999')
    await expect(page.getByText(/match the filter/)).toBeVisible()
  })
})

test.describe('kinds', () => {
  test('look like themselves: owners as a graph, conditions, events, what is related, replicas', async ({ page }) => {
    await open(page, '/explore')
    await page.getByRole('button', { name: 'Load web shop example' }).first().click()
    await expect(page.getByText('Web shop example loaded')).toBeVisible()
    await open(page, '/explore/apps/v1/deployments/shop/storefront')
    await expect(page.getByRole('region', { name: 'Conditions' })).toContainText('MinimumReplicasAvailable')
    await expect(page.getByRole('region', { name: 'Owns' })).toContainText('storefront-6f7d9c')
    await page.getByRole('textbox', { name: 'Desired replicas' }).fill('4')
    await page.getByRole('button', { name: 'Scale' }).click()
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('3/4')

    await page.keyboard.press('o')
    const graph = page.locator('.o-graph')
    for (const name of ['storefront-6f7d9c', 'storefront-6f7d9c-bk', 'storefront-6f7d9c-dn'])
      await expect(graph.getByRole('link', { name: new RegExp(`${name}$`) })).toBeVisible()
    await request(page, 'DELETE', '/api/v1/namespaces/shop/pods/storefront-6f7d9c-dn')
    await expect(graph.getByRole('link', { name: /storefront-6f7d9c-dn$/ })).toBeHidden()
    await accessible(page)

    await open(page, '/explore/core/v1/services/shop/storefront')
    const related = page.getByRole('region', { name: 'Related', exact: true })
    await expect(related.getByRole('row', { name: /storefront-6f7d9c-bk/ })).toContainText('matches its selector')
    await expect(related.getByRole('row', { name: /Ingress/ })).toContainText('references it in')
    await accessible(page)

    const { metadata } = (await request(page, 'GET', '/api/v1/namespaces/shop/services/storefront')) as {
      metadata: { uid: string }
    }
    await request(page, 'POST', '/api/v1/namespaces/shop/events', {
      metadata: { name: 'storefront.1', namespace: 'shop' },
      involvedObject: { kind: 'Service', namespace: 'shop', name: 'storefront', uid: metadata.uid, apiVersion: 'v1' },
      reason: 'Painted',
      message: 'The door is green now.',
      type: 'Normal',
    })
    await page.getByRole('link', { name: /^Events/ }).click()
    const event = page.getByRole('row', { name: /Painted/ })
    await expect(event).toContainText('The door is green now.')

    // The event leads to the request that wrote it.
    await event.getByRole('button', { name: /^Written by: POST .*\/events/ }).click()
    await expect(page.getByRole('region', { name: 'Request trace' })).toContainText('/api/v1/namespaces/shop/events')

    // On a phone, nothing of it needs scrolling sideways.
    await page.setViewportSize({ width: 390, height: 844 })
    const table = page.getByRole('group', { name: 'Table of events' })
    await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('keep their versions: status updates can be hidden, an earlier version restored and undone', async ({
    page,
  }) => {
    const labels = { app: 'web' }
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    await open(page, '/explore')
    await request(page, 'POST', deployments, {
      metadata: { name: 'web' },
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'registry.example/web' }] } },
      },
    })
    const merge = 'application/merge-patch+json'
    await request(page, 'PATCH', `${deployments}/web/status`, { status: { replicas: 1 } }, merge)
    await request(page, 'PATCH', `${deployments}/web`, { spec: { replicas: 3 } }, merge)

    await open(page, '/explore/apps/v1/deployments/default/web?tab=history')
    const versions = page.getByRole('region', { name: 'Versions' })
    await expect(versions.getByRole('listitem')).toHaveCount(3)
    await versions.getByRole('switch', { name: 'Hide status updates' }).press('Space')
    await expect(versions.getByRole('listitem')).toHaveCount(2)
    await expect(versions).toContainText('2 of 3')

    await versions.getByRole('listitem').last().getByRole('button').click()
    await page.getByRole('button', { name: 'Restore this version…' }).click()
    const review = page.getByRole('dialog', { name: /^Restore version/ })
    await expect(review).toContainText('replicas: 1')
    await accessible(page)
    // Somebody else writes meanwhile: the review compares again, and restores over the newest version.
    await request(page, 'PATCH', `${deployments}/web`, { metadata: { labels: { late: 'yes' } } }, merge)
    await review.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(review.getByRole('alert')).toContainText('The object changed in the meantime')
    await expect(review).toContainText('late')
    await review.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(review).toBeHidden()
    const replicas = async () => JSON.stringify((await request(page, 'GET', `${deployments}/web`))['spec'])
    expect(await replicas()).toContain('"replicas":1')
    await expect(versions.getByRole('listitem')).toHaveCount(4)
    await undoLast(page)
    await expect.poll(replicas).toContain('"replicas":3')
  })

  test('all templates pass the editor’s schema and the server', async ({ page }) => {
    await open(page, '/create?pick=template')
    const dialog = page.getByRole('dialog', { name: 'Templates' })
    await expect.poll(() => dialog.getByRole('button').count()).toBeGreaterThan(20)
    const templates = await dialog
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.firstChild?.textContent ?? '').filter((text) => text !== ''),
      )
    expect(templates.length).toBeGreaterThanOrEqual(20)
    await accessible(page)
    await page.keyboard.press('Escape')
    // The editor draws marks only where lines are in sight, so it is made high enough for ten templates at a time.
    await page.setViewportSize({ width: 1280, height: 8000 })
    for (let i = 0; i < TEMPLATES.length; i += 10) {
      const batch = TEMPLATES.slice(i, i + 10)
      const text = batch.map(({ yaml }) => yaml.trim()).join('\n---\n')
      await write(page, text)
      await expect(editorLines(page).locator('.view-line')).toHaveCount(text.split('\n').length)
      const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
      await expect(documents).toHaveCount(batch.length)
      await page.getByRole('button', { name: /^(Create|Apply)/ }).click()
      for (const document of await documents.all()) await expect(document).toContainText('stored')
      await expect(page.locator('.monaco-editor .squiggly-error, .monaco-editor .squiggly-warning')).toHaveCount(0)
    }
  })

  test('the editor completes and explains fields, those of a new custom type at once', async ({ page }) => {
    await open(page, '/create')
    await write(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: helped\nspec:\n  repl')
    const suggestions = page.locator('.suggest-widget')
    const suggested = (text: string) =>
      expect(async () => {
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+Space')
        await expect(suggestions).toContainText(text, { timeout: 5_000 })
      }).toPass()
    await suggested('replicas')
    await page.keyboard.press('Escape')
    await page.keyboard.type('icas: 3')
    await expect(async () => {
      await page.mouse.move(0, 0)
      await editorLines(page).getByText('replicas').first().hover()
      await expect(page.locator('.monaco-hover').first()).toContainText('Number of desired pods', { timeout: 5_000 })
    }).toPass()

    await write(page, 'apiVersion: example.com/v1\nkind: Pear\nmetadata:\n  name: conference\nspec:\n  ri')
    await expect(page.getByRole('list', { name: 'Documents' })).not.toContainText('in default')
    const text = { type: 'string', description: 'How ripe it is, in words.' }
    await request(page, 'POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: 'pears.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'pears', singular: 'pear', kind: 'Pear', listKind: 'PearList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: { spec: { type: 'object', properties: { ripeness: text } } },
              },
            },
          },
        ],
      },
    })
    await expect(page.getByRole('list', { name: 'Documents' })).toContainText('in default')
    await expect(page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Pear' })).toBeVisible()
    await editor(page).focus()
    await page.keyboard.press('ControlOrMeta+End')
    await suggested('ripeness')
  })
})

test('the reference explains every field and opens a request in the console', async ({ page }) => {
  await open(page, '/explore')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('deploy')
  await page.getByRole('link', { name: 'Deployment', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Deployment', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('spec.template.spec.containers')
  await page.keyboard.press('Enter')
  const field = page.getByRole('region', { name: 'Field' })
  await expect(field).toContainText('[]Container')
  await expect(field).toContainText('keyed by name')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/field=spec\.template\.spec$/)
  await accessible(page)
  await page
    .getByRole('region', { name: 'Requests for this kind' })
    .getByRole('row', { name: /^POST \/apis\/apps\/v1\/namespaces\/{namespace}\/deployments / })
    .getByRole('button', { name: 'Open in console' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Path and query' })).toHaveValue(
    '/apis/apps/v1/namespaces/default/deployments',
  )
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue(/"kind": "Deployment"/)
})
