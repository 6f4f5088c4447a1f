// The clusters in the pictures: one with objects and no nodes, and the same with simulated nodes.
import { untilOnPage } from '../until.mjs'
import { OBJECTS } from './places.mjs'

const ready = (page) => untilOnPage(page, async () => (await fetch('readyz')).ok)

/** A page over a fresh cluster with some objects. */
export async function preparedPage(browser, url) {
  const page = await browser.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await ready(page)
  for (const [path, object] of OBJECTS) {
    const status = await page.evaluate(
      async ([to, body]) =>
        (await fetch(to.slice(1), { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status,
      [path, JSON.stringify(object)],
    )
    if (status !== 201) throw new Error(`POST ${path} answered ${status}`)
  }
  return page
}

/** Starts simulated nodes and a small shop; resolves when its pods run, except for one that fits nowhere. */
export async function startNodes(page, url) {
  await page.goto(`${url}#/workloads`)
  await page.getByRole('button', { name: 'Start three nodes and a small shop' }).click()
  await page.getByRole('region', { name: 'Node node-3' }).waitFor()
  await ready(page)
  const big = {
    metadata: { name: 'big' },
    spec: { containers: [{ name: 'c', image: 'big', resources: { requests: { cpu: '64' } } }] },
  }
  await page.evaluate(
    (body) =>
      fetch('api/v1/namespaces/default/pods', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
    JSON.stringify(big),
  )
  await untilOnPage(page, async () => {
    const { items = [] } = await (await fetch('apis/apps/v1/namespaces/default/deployments')).json()
    return items.length > 2 && items.every(({ spec, status }) => status?.readyReplicas === spec.replicas)
  })
}
