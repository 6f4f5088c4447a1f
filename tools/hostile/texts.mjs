// Hostile texts in every place that shows a stranger's words: nothing may run or be loaded.
import { untilOnPage } from '../until.mjs'

const TEXTS = (address) => [
  `<img src="${address}/img" onerror="window.hit=1">`,
  `<script>window.hit=1;fetch('${address}/script')</script>`,
  `![x](${address}/markdown.png)`,
  `[x](javascript:window.hit=1)`,
  `"><svg onload="window.hit=1"><image href="${address}/svg"/></svg>`,
  `<iframe srcdoc="<script>parent.hit=1</script>"></iframe>`,
  `<style>@import url(${address}/css);body{background:url(${address}/bg)}</style>`,
  `\${window.hit=1}{{window.hit=1}}<%= window.hit=1 %>`,
  `javascript:window.hit=1`,
  `${address}/plain-link`,
  `\u202Egnp.exe ${'\u0000'.replace('\u0000', '')}\u2028<b>x</b>`,
]
const JSON_TYPE = { 'content-type': 'application/json' }
const PAGES = [
  '#/explore',
  '#/explore/core/v1/configmaps',
  '#/explore/core/v1/events',
  '#/explore/example.com/v1/traps',
  '#/explore/core/v1/configmaps/default/trap',
  '#/explore/example.com/v1/traps/default/trap',
  '#/reference/example.com/v1/traps',
  '#/access',
  '#/watch',
  '#/admission',
  '#/create',
  '#/explore/core/v1/configmaps/default/trap?tab=yaml',
  '#/apply',
]

const objectsOf = (text) => [
  [
    '/api/v1/namespaces/default/configmaps',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'trap', annotations: { note: text } }, data: { text } },
  ],
  [
    '/api/v1/namespaces/default/events',
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'trap' },
      type: 'Warning',
      reason: 'Trap',
      message: text,
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'trap', namespace: 'default' },
      source: { component: text },
    },
  ],
  [
    '/apis/apiextensions.orch.io/v1/customresourcedefinitions',
    {
      apiVersion: 'apiextensions.orch.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'traps.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'traps', singular: 'trap', kind: 'Trap', listKind: 'TrapList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            deprecated: true,
            deprecationWarning: text.replace(/[^\x20-\x7e]/g, '').slice(0, 200),
            additionalPrinterColumns: [{ name: text, type: 'string', jsonPath: '.bait', description: text }],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                description: text,
                properties: { bait: { type: 'string', description: text } },
              },
            },
          },
        ],
      },
    },
  ],
  [
    '/apis/example.com/v1/namespaces/default/traps',
    { apiVersion: 'example.com/v1', kind: 'Trap', metadata: { name: 'trap' }, bait: text },
  ],
]

/** Hostile texts in objects that the page shows. */
export const texts = {
  name: 'texts',
  make: (random, { stranger }) => [
    { kind: 'text', value: random.pick(TEXTS(stranger.address)) },
    ...random.some(TEXTS(stranger.address), 2).map((value) => ({ kind: 'text', value })),
    ...random.some(PAGES, 3).map((value) => ({ kind: 'page', value })),
    { kind: 'page', value: random.pick(PAGES) },
  ],
  async run({ browser, url }, parts) {
    const text = parts
      .filter(({ kind }) => kind === 'text')
      .map(({ value }) => value)
      .join(' ')
    const context = await browser.newContext()
    try {
      const page = await context.newPage()
      const dialogs = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        void dialog.dismiss()
      })
      await page.goto(url)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await untilOnPage(page, async () => (await fetch('/readyz')).ok)
      for (const [path, body] of objectsOf(text)) {
        await untilOnPage(
          page,
          async ([where, headers, sent]) =>
            (await fetch(where, { method: 'POST', headers, body: sent })).status !== 404,
          [path, JSON_TYPE, JSON.stringify(body)],
        )
      }
      for (const { kind, value } of parts) {
        if (kind !== 'page') continue
        await page.evaluate((hash) => void (location.hash = hash), value.slice(1))
        await page.locator('#content').waitFor()
        await page.waitForTimeout(400)
        const hit = await page.evaluate(
          () => window.hit !== undefined || document.querySelector('#content script, #content iframe') !== null,
        )
        if (hit) return `a text ran or became markup on ${value}`
      }
      return dialogs.length > 0 ? `a dialog was shown: ${dialogs[0]}` : undefined
    } finally {
      await context.close()
    }
  },
}
