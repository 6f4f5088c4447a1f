import { expect, type Locator, type Page } from '@playwright/test'
import { violations } from './axe'
import { ready } from './site'

/** Opens a place of the interface and waits until requests of other scripts are answered, too. */
export async function open(page: Page, place: string): Promise<void> {
  await page.goto(`./#${place}`)
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await ready(page)
}

/** Waits until the page of an object shows it; from then on, its keys act on it. */
export async function shown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Created')
}

/**
 * Sends a request by the page's own `fetch`, as a script in the browser's console would. @throws Error for status 400
 * and above
 */
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

/** Changes an object by a merge patch, as another client would. */
export const mergePatch = (page: Page, path: string, body: unknown): Promise<Record<string, unknown>> =>
  request(page, 'PATCH', path, body, 'application/merge-patch+json')

/** A definition of a custom type of `example.com` in namespaces, whose plural is its kind with an `s`. */
export function definitionOf(kind: string, schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const singular = kind.toLowerCase()
  const plural = `${singular}s`
  const openAPIV3Schema = { type: 'object', ...schema }
  return {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, singular, kind, listKind: `${kind}List` },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  }
}

/** Creates a ConfigMap in `default` with `greeting: hello`, and with what `more` adds to its metadata and data. */
export const createConfigMap = (page: Page, name: string, more: Record<string, unknown> = {}) =>
  request(page, 'POST', '/api/v1/namespaces/default/configmaps', {
    metadata: { name, ...(more['metadata'] as object | undefined) },
    data: { greeting: 'hello', ...(more['data'] as object | undefined) },
  })

/** The editor's text field: what a person types into. */
export const editor = (page: Page): Locator => page.getByRole('textbox', { name: /as YAML/ })
/** The editor's visible lines. */
export const editorLines = (page: Page): Locator => page.locator('.monaco-editor .view-lines')

/** Replaces the editor's text by pasting: typed lines would be indented. */
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

/** Presses a button with the keyboard once it accepts the focus: a disabled one would lose the key. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.focus()
  await expect(button).toBeFocused()
  await button.press('Enter')
}

/** Opens the lesson that the page offers and starts "Show me"; resolves to the player. */
export async function playOpened(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Open in a new plane' }).click()
  const player = page.getByRole('complementary', { name: 'Lesson' })
  await expect(player.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pressEnter(player.getByRole('button', { name: 'Show me' }))
  return player
}

/**
 * Expects no accessibility faults, except in the part `except`, which libraries draw. Checks again while the page is
 * still rendering, so only faults that stay count.
 */
export async function accessible(page: Page, where = page.url(), except?: string): Promise<void> {
  await expect.poll(() => violations(page, { exclude: except }), { message: where }).toEqual([])
}

/**
 * Expects no accessibility faults in either theme. The page is not reloaded, and rules that do not depend on the theme
 * are checked once.
 */
export async function accessibleInBothThemes(page: Page, where = page.url()): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await accessible(page, where)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect.poll(() => violations(page, { rules: ['color-contrast'] }), { message: `${where}, light` }).toEqual([])
}

/** Undoes the last change with the button of the top bar: a notice with the same offer disappears by itself. */
export async function undoLast(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Undo: / }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' })
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The text on the clipboard; it may arrive a moment after the click. */
export const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

/** Records copied texts; returns a function that reads the last one. */
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
