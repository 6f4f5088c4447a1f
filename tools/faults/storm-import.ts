import type { Page } from '@playwright/test'
import { randomOf } from './random'

const MAPS = '/api/v1/namespaces/default/configmaps'
const OBJECTS = 300
/** Slightly longer than an import of that size takes. */
const LIVES_MS = 900

const exportOf = (label: string): string =>
  JSON.stringify({
    format: 'orchard-store/1',
    entries: Array.from({ length: OBJECTS }, (_, i) => {
      const metadata = { name: `${label}-${i}`, namespace: 'default', labels: { storm: label } }
      return {
        key: `/core/configmaps/default/${metadata.name}`,
        value: { apiVersion: 'v1', kind: 'ConfigMap', metadata },
      }
    }),
  })

/** An import that was interrupted, and a check of what it left. */
export interface KilledImport {
  /** The problems found in a page opened afterwards. */
  readonly kept: (page: Page) => Promise<string[]>
}

/** Merges a file into the page's cluster and kills the browser at some point of it. */
export async function killedImport(page: Page, seed: number, kill: () => Promise<void>): Promise<KilledImport> {
  const label = `import-${seed}`
  await page.evaluate(() => void (location.hash = '#/settings/storage'))
  const buffer = Buffer.from(exportOf(label))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${label}.json`, mimeType: 'application/json', buffer }, { timeout: 60_000 })
  await page.getByRole('button', { name: 'Merge', exact: true }).click({ timeout: 60_000 })
  let done = false
  const told = page.getByText('Imported').waitFor()
  told.then(
    () => (done = true),
    // The browser was killed before the answer.
    () => undefined,
  )
  await new Promise((resolve) => setTimeout(resolve, randomOf(seed)() * LIVES_MS))
  await kill()
  const wasDone = done
  return {
    async kept(after) {
      const found = await after.evaluate(async (path) => {
        const answer = await fetch(path)
        if (!answer.ok) throw new Error(`the list is answered with ${answer.status}`)
        return ((await answer.json()) as { items: unknown[] }).items.length
      }, `${MAPS}?labelSelector=storm=${label}`)
      if (found === OBJECTS || (found === 0 && !wasDone)) return []
      return [
        `import ${seed}: ${found} of ${OBJECTS} objects are there, and it was ${wasDone ? '' : 'not '}said to be done`,
      ]
    },
  }
}
