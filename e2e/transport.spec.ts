import { expect, type Page } from '@playwright/test'
import { untilOnPage } from '../tools/until.mjs'
import { DEFAULT_MINOR, otherPage, ownSite, ready } from './site'
import { test } from './test'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
/** No controller watches these. */
const TEMPLATES = '/api/v1/namespaces/default/podtemplates'

/** Creates an object by an ordinary request of the page; resolves with its version, or the failure. */
const post = (page: Page, path: string, object: object) =>
  page.evaluate(
    async ([to, body]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const created = (await answer.json()) as { metadata: { resourceVersion: string } }
      return answer.status === 201 ? created.metadata.resourceVersion : `failed: ${answer.status}`
    },
    [path, object] as const,
  )
const create = (page: Page, name: string) => post(page, CONFIG_MAPS, { metadata: { name } })
const createTemplate = (page: Page, name: string) =>
  post(page, TEMPLATES, { metadata: { name }, template: { spec: { containers: [{ name: 'a', image: 'a' }] } } })

/** Number of open watches of pod templates. Only this test watches them, so controllers do not change it. */
const openWatches = (page: Page) =>
  page.evaluate(async () => {
    const text = await (await fetch('/metrics')).text()
    return Number(/^apiserver_registered_watchers\{[^}]*kind="PodTemplate"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0)
  })

test.describe('ordinary requests', () => {
  for (const from of ['Orchard’s page', 'another page'] as const)
    test(`of ${from} are answered by the control plane, streams included, and end when they are aborted`, async ({
      page: own,
      context,
    }) => {
      await own.goto('.')
      await ready(own)
      const page = from === 'another page' ? await otherPage(context) : own
      await expect.poll(() => openWatches(page)).toBe(0)
      const version = await createTemplate(page, 'first')
      await page.evaluate(
        async ([path, from]) => {
          const state = { events: [] as string[], ended: '', controller: new AbortController() }
          Object.assign(globalThis, { state })
          const answer = await fetch(`${path}?watch=true&resourceVersion=${from}`, { signal: state.controller.signal })
          const reader = (answer.body as ReadableStream<Uint8Array>)
            .pipeThrough(new TextDecoderStream() as never)
            .getReader() as ReadableStreamDefaultReader<string>
          const read = async () => {
            let rest = ''
            for (;;) {
              const { done, value } = await reader.read()
              if (done) return 'closed'
              const lines = (rest + value).split('\n')
              rest = lines.pop() ?? ''
              for (const line of lines)
                state.events.push((JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name)
            }
          }
          read().then(
            (end) => (state.ended = end),
            (error: Error) => (state.ended = error.name),
          )
        },
        [TEMPLATES, version] as const,
      )
      for (const name of ['second', 'third']) {
        await createTemplate(page, name)
        await page.waitForFunction(
          (n) => (globalThis as unknown as { state: { events: string[] } }).state.events.includes(n),
          name,
        )
      }
      await expect.poll(() => openWatches(page)).toBe(1)
      const ended = await page.evaluate(async () => {
        const { state } = globalThis as unknown as { state: { controller: AbortController; ended: string } }
        state.controller.abort()
        while (!state.ended) await new Promise((resolve) => setTimeout(resolve, 10))
        return state.ended
      })
      expect(ended).toBe('AbortError')
      await expect.poll(() => openWatches(page)).toBe(0)
    })

  for (const from of ['Orchard’s page', 'another page'] as const)
    test(`of ${from} survive the end of the service worker`, async ({ page: own, context }) => {
      await own.goto('.')
      await ready(own)
      const page = from === 'another page' ? await otherPage(context) : own
      const session = await context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      for (let round = 0; round < 3; round++) {
        await session.send('ServiceWorker.stopAllWorkers')
        // A request during the worker's termination may fail with it; the browser reports that, and the request is sent
        // again.
        let tries = 0
        await expect.poll(() => create(page, `after-${round}-${tries++}`).catch(String)).toMatch(/^\d+$/)
      }
    })

  test('opened as links show JSON while a tab runs the control plane, and otherwise explain that none does', async ({
    page,
    context,
  }) => {
    await page.goto('.')
    await ready(page)
    const link = await context.newPage()
    const answer = await link.goto('api/v1/namespaces')
    expect([answer?.status(), ((await answer?.json()) as { kind: string }).kind]).toEqual([200, 'NamespaceList'])
    expect((await link.goto('%76ersion'))?.status(), 'percent-encoded letters are letters').toBe(200)
    await page.close()
    // The worker of a closed page may live a moment longer.
    await expect.poll(async () => (await link.goto('version'))?.status()).toBe(503)
    const alone = await link.goto('version')
    expect(alone?.headers()['retry-after']).toBe('1')
    expect(await alone?.json()).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable', code: 503 })
  })

  test('work under any path', async ({ page }) => {
    const site = await ownSite('/some/where/')
    try {
      await page.goto(site.url)
      await ready(page)
      const statuses = await page.evaluate(async () => {
        const here = await fetch('api/v1/namespaces')
        const kind = ((await here.json()) as { kind: string }).kind
        return [here.status, kind, (await fetch('%76ersion')).status, (await fetch('/api/v1/namespaces')).status]
      })
      expect(statuses).toEqual([200, 'NamespaceList', 200, 404])
    } finally {
      await site.stop()
    }
  })
})

test.describe('a browser that does not save data', () => {
  test.use({ savesData: false })

  test('the site opens without a network, editor included', async ({ page }) => {
    const site = await ownSite()
    let running = true
    try {
      await page.goto(site.url)
      await ready(page)
      expect(await create(page, 'offline')).toMatch(/^\d+$/)
      // All files are cached once the page is idle.
      await untilOnPage(page, async () => {
        const [name] = (await caches.keys()).filter((key) => key.startsWith('orchard'))
        const kept = await (await caches.open(name ?? '')).keys()
        return kept.some(({ url }) => url.includes('yaml.worker')) && kept.length > 40
      })
      await expect(page.getByText('Ready offline')).toBeVisible()
      await site.stop()
      running = false
      await page.reload()
      await ready(page)
      expect(await page.evaluate(async (path) => (await fetch(`${path}/offline`)).status, CONFIG_MAPS)).toBe(200)
      const tab = await page.context().newPage()
      await tab.goto(site.url)
      await ready(tab)
    } finally {
      if (running) await site.stop()
    }
  })
})

/** Lists, watches and resumes as a client must, and records every name it receives until the page is closed. */
const follow = (page: Page) =>
  page.evaluate((path) => {
    const state = { seen: [] as string[], resumed: 0, relisted: 0 }
    Object.assign(globalThis, { followed: state })
    void (async () => {
      let version = ''
      for (;;) {
        try {
          if (!version) {
            const list = (await (await fetch(path)).json()) as {
              metadata: { resourceVersion: string }
              items: { metadata: { name: string } }[]
            }
            version = list.metadata.resourceVersion
            state.seen = list.items.map(({ metadata }) => metadata.name)
            state.relisted++
          }
          const answer = await fetch(`${path}?watch=true&resourceVersion=${version}`)
          const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
          const decoder = new TextDecoder()
          let rest = ''
          for (;;) {
            const { done, value } = await reader.read()
            if (done) break
            rest += decoder.decode(value, { stream: true })
            const lines = rest.split('\n')
            rest = lines.pop() ?? ''
            for (const line of lines) {
              const event = JSON.parse(line) as {
                type: string
                object: { metadata: { name: string; resourceVersion: string } }
              }
              if (event.type === 'ERROR') version = ''
              else {
                version = event.object.metadata.resourceVersion
                state.seen.push(event.object.metadata.name)
              }
            }
          }
          state.resumed++
        } catch {
          // The owner was lost before it answered: watch again from the last version.
          state.resumed++
        }
      }
    })()
  }, CONFIG_MAPS)

const followed = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { followed: { seen: string[]; resumed: number; relisted: number } }).followed,
  )

/** Writes one object after the other until stopped; all answered ones must be seen. */
const startWriting = (page: Page, prefix: string) =>
  page.evaluate(
    ([path, p]) => {
      const state = { answered: [] as string[], tried: [] as string[], stop: false, stopped: false }
      Object.assign(globalThis, { writing: state })
      void (async () => {
        for (let i = 0; !state.stop; i++) {
          const name = `${p}-${i}`
          state.tried.push(name)
          try {
            const answer = await fetch(path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }),
            })
            if (answer.status === 201) state.answered.push(name)
          } catch {
            // The owner was lost: this write may have been made or not.
          }
        }
        state.stopped = true
      })()
    },
    [CONFIG_MAPS, prefix] as const,
  )

const answered = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { writing: { answered: string[] } }).writing.answered.length)

async function stopWriting(page: Page) {
  await page.evaluate(() => ((globalThis as unknown as { writing: { stop: boolean } }).writing.stop = true))
  await page.waitForFunction(() => (globalThis as unknown as { writing: { stopped: boolean } }).writing.stopped)
  return page.evaluate(() => (globalThis as unknown as { writing: { answered: string[]; tried: string[] } }).writing)
}

for (const count of [2, 3]) {
  test(`${count} tabs: closing the owner’s tab makes another tab the owner without lost or repeated events`, async ({
    context,
  }, info) => {
    const pages: Page[] = []
    for (let i = 0; i < count; i++) {
      const page = await context.newPage()
      await page.goto('.')
      await ready(page)
      pages.push(page)
    }
    const last = pages.at(-1) as Page
    const followers = pages.slice(1)
    for (const page of followers) await follow(page)
    await startWriting(last, 'w')
    // Close one owner after the other until one tab is left.
    for (const [gone, owner] of pages.slice(0, -1).entries()) {
      const before = await answered(last)
      await expect.poll(() => answered(last)).toBeGreaterThan(before + 5)
      const closedAt = Date.now()
      await owner.close()
      const at = await answered(last)
      await expect.poll(() => answered(last), { intervals: [20] }).toBeGreaterThan(at + 5)
      info.annotations.push({ type: 'writes went on after', description: `${Date.now() - closedAt} ms` })
      // Every tab must notice the loss of this owner before the next one is closed.
      await expect.poll(async () => (await followed(last)).resumed).toBeGreaterThan(gone)
    }
    const { answered: must, tried: may } = await stopWriting(last)
    await expect.poll(async () => (await followed(last)).seen.includes(must.at(-1) ?? '')).toBe(true)
    const { seen, resumed, relisted } = await followed(last)
    const written = seen.filter((name) => name.startsWith('w-'))
    expect(new Set(written).size).toBe(written.length)
    expect(must.filter((name) => !written.includes(name))).toEqual([])
    expect(written.filter((name) => !may.includes(name))).toEqual([])
    expect(resumed).toBeGreaterThanOrEqual(count - 1)
    expect(relisted).toBe(1)
    const listed = await last.evaluate(
      async (path) =>
        ((await (await fetch(path)).json()) as { items: { metadata: { name: string } }[] }).items.map(
          ({ metadata }) => metadata.name,
        ),
      CONFIG_MAPS,
    )
    // Controllers may create ConfigMaps meanwhile.
    expect(listed.filter((name) => name.startsWith('w-')).sort()).toEqual([...written].sort())
  })
}

for (const leave of ['goes elsewhere', 'is closed'] as const)
  test(`the watches of a tab that ${leave} end`, async ({ page: owner, context }) => {
    await owner.goto('.')
    await ready(owner)
    const guest = await context.newPage()
    await guest.goto('.')
    await ready(guest)
    await expect.poll(() => openWatches(owner)).toBe(0)
    await guest.evaluate(async (path) => {
      // Keep a reference: a response without one may be garbage-collected, which ends its request.
      Object.assign(globalThis, { watch: await fetch(`${path}?watch=true`) })
    }, TEMPLATES)
    await expect.poll(() => openWatches(owner)).toBe(1)
    await (leave === 'is closed' ? guest.close() : guest.goto('about:blank'))
    await expect.poll(() => openWatches(owner)).toBe(0)
  })

test('two tabs see each other’s changes', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()]
  for (const page of [one, two]) {
    await page.goto('.')
    await ready(page)
  }
  await follow(one)
  await create(two, 'from-two')
  await expect.poll(async () => (await followed(one)).seen).toContain('from-two')
})

test.describe('flags in the address', () => {
  const minor = (page: Page) =>
    page.evaluate(async () => ((await (await fetch('/version')).json()) as { minor: string }).minor)

  test('apply at the start and to a running control plane, and are not saved', async ({ page, context }) => {
    await page.goto('./?flags=--release%3D1.20')
    await ready(page)
    await expect.poll(() => minor(page)).toBe('20')
    const other = await context.newPage()
    await other.goto('./?flags=--release%201.23')
    await ready(other)
    await expect.poll(() => minor(page)).toBe('23')
    await other.close()
    await page.goto('.')
    await ready(page)
    await expect.poll(() => minor(page)).toBe(DEFAULT_MINOR)
  })

  test('are rejected by name if they are invalid', async ({ page }) => {
    await page.goto('./?flags=--no-such-flag%3D1')
    await ready(page)
    await expect(page.getByText('unknown flag: --no-such-flag')).toBeVisible()
    expect(await minor(page)).toBe(DEFAULT_MINOR)
  })
})
