// Hostile links: every way in, with and without content, in a window and in a frame. None may change a cluster that has content, be saved,
// or reach a stranger.
import { importBundled } from '../bundle.mjs'
import { untilOnPage } from '../until.mjs'

const { DEFAULT_RELEASE } = await importBundled('src/api/releases.ts')

const WEBHOOK = (address) =>
  `data:text/yaml,${encodeURIComponent(
    `{apiVersion: v1, kind: Config, clusters: [{name: a, cluster: {server: "${address}/tokens"}}], users: [{name: a, user: {}}], contexts: [{name: a, context: {cluster: a, user: a}}], current-context: a}`,
  )}`
const FLAGS = [
  () => '--release=1.20',
  () => '--anonymous-auth=true',
  () => '--authorization-mode=AlwaysAllow',
  (address) =>
    `--authentication-token-webhook-version=v1 --authentication-token-webhook-config-file=${WEBHOOK(address)}`,
  (address) => `--authorization-mode=Webhook --authorization-webhook-config-file=${WEBHOOK(address)}`,
  () => '--token-auth-file=data:,stolen,mallory,1,system:masters',
  () => '--no-such-flag=1',
  () => '--cluster-name=<img/src=x>',
]
const RELAYS = [
  (address) => `${address.replace('http', 'ws')}/key`,
  () => 'ws://example.com/',
  () => 'nonsense',
  (address) => `wss://${new URL(address).host}/`,
]
const OTHERS = ['link=1', 'scenario=x', 'import=https%3A%2F%2Fexample.com%2Fx.json', 'as=x', 'embed=1']
const HASHES = [
  '#/console?method=DELETE&path=%2Fapi%2Fv1%2Fnamespaces%2Fdefault%2Fconfigmaps%2Fmine',
  '#/settings',
  '#/settings/storage',
  '#/explore?as=user:mallory',
]

async function ready(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await untilOnPage(page, async () => (await fetch('/readyz')).ok)
}

const state = (page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/namespaces/default/configmaps/mine', {
      headers: { authorization: 'Bearer sesame' },
    })
    const { minor } = await (await fetch('/version')).json()
    return { mine: answer.status, minor }
  })

async function fill(context, url) {
  const page = await context.newPage()
  await page.goto(url)
  await ready(page)
  await page.evaluate(async () => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine' } })
    await fetch('/api/v1/namespaces/default/configmaps', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  })
  const before = await state(page)
  await page.close()
  return before
}

async function opened(page, url, address, framed) {
  if (!framed) {
    await page.goto(address)
    return ready(page)
  }
  await page.goto(url)
  await ready(page)
  await page.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.src = src
    document.body.append(frame)
  }, address)
  await page.frameLocator('iframe[src]').getByText('shown inside another page').first().waitFor()
}

/** Hostile links to the page. */
export const links = {
  name: 'links',
  make(random, { stranger }) {
    return [
      ...(random.chance(0.7) ? [{ kind: 'content' }] : []),
      ...(random.chance(0.3) ? [{ kind: 'framed' }] : []),
      { kind: 'flags', value: random.pick(FLAGS)(stranger.address) },
      ...random.some(FLAGS, 2).map((flag) => ({ kind: 'flags', value: flag(stranger.address) })),
      ...random.some(RELAYS, 1).map((relay) => ({ kind: 'relay', value: relay(stranger.address) })),
      ...random.some(OTHERS, 2).map((value) => ({ kind: 'other', value })),
      ...random.some(HASHES, 1).map((value) => ({ kind: 'hash', value })),
    ]
  },
  async run({ browser, url, stranger }, parts) {
    const has = (kind) => parts.some((part) => part.kind === kind)
    const of = (kind) => parts.filter((part) => part.kind === kind).map(({ value }) => value)
    const query = [
      ...(has('flags') ? [`flags=${encodeURIComponent(of('flags').join(' '))}`] : []),
      ...of('relay').map((relay) => `relay=${encodeURIComponent(relay)}`),
      ...of('other'),
    ]
    const address = `${url}?${query.join('&')}${of('hash')[0] ?? ''}`
    const context = await browser.newContext()
    try {
      const before = has('content') ? await fill(context, url) : undefined
      const page = await context.newPage()
      if (before) {
        await opened(page, url, address, has('framed'))
        const during = await state(page)
        if (JSON.stringify(during) !== JSON.stringify(before))
          return `the link changed ${JSON.stringify(before)} to ${JSON.stringify(during)}`
      } else await page.goto(address)
      await page.close()
      if (!before) {
        // Without content a link may apply to its own tab; what it reached there was shown to the user.
        stranger.heard.length = 0
      }
      const later = await context.newPage()
      await later.goto(url)
      await ready(later)
      const after = await state(later)
      if (`1.${after.minor}` !== DEFAULT_RELEASE)
        return `the link was saved: the next start is of release 1.${after.minor}`
      return before && after.mine !== before.mine ? 'an object is gone' : undefined
    } finally {
      await context.close()
    }
  },
}
