import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { ready } from './site'

/** Opens a place of the interface when other scripts' requests are answered, too. */
export async function open(page: Page, place: string): Promise<void> {
  await page.goto(`./#${place}`)
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await ready(page)
}

/** Any request by the page's own `fetch`, as a script in the browser's console would send it. */
export async function request(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
  contentType = 'application/json',
): Promise<Record<string, unknown>> {
  const { status, text } = await page.evaluate(
    async ([method, path, body, type]) => {
      const response = await fetch(path, {
        method,
        ...(body !== null && { body, headers: { 'content-type': type } }),
      })
      return { status: response.status, text: await response.text() }
    },
    [method, path, body === undefined ? null : JSON.stringify(body), contentType] as const,
  )
  if (status >= 400) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

export const createConfigMap = (page: Page, name: string, more: Record<string, unknown> = {}) =>
  request(page, 'POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name, ...(more['metadata'] as object | undefined) },
    data: { greeting: 'hello', ...(more['data'] as object | undefined) },
  })

/** The editor's text field: what a person types into. */
export const editor = (page: Page): Locator => page.getByRole('textbox', { name: /as YAML/ })
export const editorLines = (page: Page): Locator => page.locator('.monaco-editor .view-lines')

/** Pastes a text into the editor in place of what it has: typed lines would be indented. */
export async function write(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor(page).focus()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

/** Goes to a line of the editor and to its end. */
export async function toLine(page: Page, text: string): Promise<void> {
  await editorLines(page).locator('.view-line', { hasText: text }).first().click()
  await page.keyboard.press('End')
}

/** Finds nothing that stands in anybody's way. */
export async function accessible(page: Page, where = page.url()): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    where,
  ).toEqual([])
}

/** What an element would be pasted as: the last text that the page copied. */
export async function recordCopies(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const copied: string[] = []
    Object.assign(window, { copied })
    navigator.clipboard.writeText = (text) => {
      copied.push(text)
      return Promise.resolve()
    }
  })
  return () => page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1) ?? '')
}
