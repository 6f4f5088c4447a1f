import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { definitionOf, editorLines, write } from './page-controls'
import { ready } from './site'
import { test } from './test'

const heard: string[] = []
let beacon: Server
let address = ''

test.beforeAll(async () => {
  beacon = createServer((request, response) => {
    heard.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => beacon.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(beacon.address() as AddressInfo).port}`
})
test.afterAll(() => void beacon.close())

test('a field description in the editor’s hover is shown as text and loads nothing', async ({ page }) => {
  const image = (name: string): string => `![b](${address}/${name}.png) <img src="${address}/${name}-html.png">`
  const definition = definitionOf('Trap', {
    description: `Whole ${image('whole')}`,
    properties: {
      bait: {
        type: 'string',
        description: `Cheese\n\n${image('text')}\n\n<script>fetch('${address}/script')</script>`,
        enum: ['plain', `x \`\`\` ${image('enum')}`, `\n\n${image('lines')}\n\n`],
      },
    },
  })
  await page.goto('./#/create')
  await ready(page)
  const created = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      method: 'POST',
      headers,
      body,
    })
    return answer.status
  }, JSON.stringify(definition))
  expect(created).toBe(201)
  await page.reload()
  await write(page, 'apiVersion: example.com/v1\nkind: Trap\nmetadata:\n  name: one\nbait: plain\n')
  const hover = page.locator('.monaco-hover').first()
  await expect(async () => {
    await page.mouse.move(0, 0)
    await editorLines(page).getByText('bait').first().hover()
    await expect(hover).toContainText('Cheese', { timeout: 3_000 })
  }).toPass()
  await expect(hover).toContainText('Allowed Values')
  // This is requested later by the same browser, so a request of the hover would have arrived before.
  const last = await page.context().newPage()
  await last.goto(`${address}/last`)
  expect(heard).toContain('/last')
  expect(heard.filter((path) => path !== '/last' && path !== '/favicon.ico')).toEqual([])
})
