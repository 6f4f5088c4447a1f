import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../../../testing/render.testing'
import { scriptedSession } from '../../queries/scripted-session.testing'
import { SessionContext } from '../../state/connection'
import { LedgerView } from './LedgerView'
import { ledgerLines } from './ledger-rows'

const RELEASE = 30
const ALL = ledgerLines(RELEASE, '').length

const rows = (): number => document.querySelectorAll('tbody tr').length

function show(): void {
  const { session } = scriptedSession({}, () => Promise.resolve(Response.json({ gitVersion: `v1.${RELEASE}.0` })))
  const router = createRouter({ routeTree: createRootRoute({ component: LedgerView }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={session}>
        <RouterProvider router={router} />
      </SessionContext>
    </QueryClientProvider>,
  )
}

test('the ledger starts with its first hundred rows and shows all when asked', async () => {
  show()
  const button = page.getByRole('button', { name: `Show all ${ALL} differences` })
  await expect.element(button).toBeVisible()
  expect(rows()).toBe(100)
  await userEvent.click(button)
  await expect.poll(rows).toBe(ALL)
  await expect.element(button).not.toBeInTheDocument()
})

test('a search looks through all rows, also those that are not shown', async () => {
  show()
  const last = ledgerLines(RELEASE, '').at(-1)?.id ?? ''
  await userEvent.fill(page.getByLabelText('Search'), last)
  await expect.element(page.getByRole('cell', { name: last }).first()).toBeVisible()
  expect(rows()).toBe(Math.min(100, ledgerLines(RELEASE, last).length))
})
