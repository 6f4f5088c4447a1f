import { test as base } from '@playwright/test'

/** A script that runs before those of a page and asks sites to load as little as possible. */
export function askToSaveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/**
 * A test in a browser that saves data, so that the whole site (14 MB) is not cached for offline use in each of them. A test of
 * offline use says `test.use({ savesData: false })`.
 */
export const test = base.extend<{ readonly savesData: boolean }>({
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, provide) => {
    if (savesData) await context.addInitScript(askToSaveData)
    await provide(context)
  },
})
