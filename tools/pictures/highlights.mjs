// The pictures of single pages in the documents: each a place, and what a person does there before the picture is taken.

const WEB = '/explore/apps/v1/deployments/default/web'
const SIZE = { width: 1440, height: 900 }

const press = (page, name) => page.getByRole('button', { name }).first().click()

/** Each picture: its name, its place, and the steps before it. */
export const HIGHLIGHTS = [
  [
    'explore',
    `${WEB}?tab=graph`,
    async (page) => {
      await press(page, /^Request log/)
      await page
        .getByRole('button', { name: /^POST.*deployments/ })
        .first()
        .click()
    },
  ],
  ['object', '/explore/core/v1/services/default/web', () => undefined],
  [
    'editor',
    '/create?template=deployment',
    async (page) => {
      const line = page.locator('.monaco-editor .view-line').filter({ hasText: 'replicas' }).first()
      await line.click()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+Space')
      await page.locator('.suggest-widget.visible').waitFor()
    },
  ],
  ['pending', '/workloads/pending', (page) => page.getByRole('table').or(page.getByRole('grid')).first().waitFor()],
  ['map', '/map?ns=default', () => undefined],
  [
    'apply-lab',
    '/apply',
    async (page) => {
      await press(page, 'Open: A manager with a new name')
      await page.getByRole('region', { name: 'Disputed values' }).waitFor()
    },
  ],
  ['access', '/access', () => undefined],
  ['policies', '/admission/policies', () => undefined],
  ['identity', '/identity', () => undefined],
  [
    'watch',
    '/watch',
    async (page) => {
      await page.keyboard.press('n')
      await page.getByText('DELETED').first().waitFor()
      await page.getByRole('button', { name: 'First page' }).click()
      await press(page, 'Disconnect')
    },
  ],
  ['releases', '/releases', () => undefined],
  ['reference', '/reference/apps/v1/deployments?field=spec.strategy', () => undefined],
  [
    'console',
    '/console',
    async (page) => {
      await press(page, 'Example POST')
      await press(page, 'Send')
      await page.getByText('201 Created').waitFor()
    },
  ],
]

/** Takes each picture in both themes; `save` gets its name, theme and bytes. */
export async function takeHighlights(page, { url, schemes, only, rested, save }) {
  const show = async (scheme) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await rested(page, scheme)
  }
  await page.setViewportSize(SIZE)
  for (const [name, place, act] of HIGHLIGHTS.filter(([one]) => one.includes(only))) {
    await page.goto(`${url}#/settings`)
    const log = page.getByRole('button', { name: /^Request log/ })
    if ((await log.getAttribute('aria-expanded')) === 'true') await log.click()
    await page.goto(`${url}#${place}`)
    await show(schemes[0])
    await act(page)
    for (const scheme of schemes) {
      await show(scheme)
      await save(name, scheme, await page.screenshot())
    }
  }
}
