import { type ReactNode, Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { ornament } from './ornament'

const Plain = ({ children }: { readonly children: ReactNode }) => children

test('what a page can do without is shown when it comes', async () => {
  const Bold = ornament<{ readonly children: ReactNode }>(() => Promise.resolve(({ children }) => <b>{children}</b>))
  render(
    <Suspense fallback="later">
      <Bold>word</Bold>
    </Suspense>,
  )
  await expect.element(page.getByRole('strong').or(page.getByText('word'))).toBeVisible()
  expect(document.querySelector('b')?.textContent).toBe('word')
})

test('a missing file of an ornament breaks nothing else', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const Word = ornament(lost, Plain)
  const Mark = ornament(lost)
  render(
    <p>
      A{' '}
      <Suspense fallback="later">
        <Word>word</Word>
      </Suspense>
      <Suspense fallback="later">
        <Mark />
      </Suspense>
      .
    </p>,
  )
  await expect.element(page.getByRole('paragraph')).toHaveTextContent(/^A word\.$/)
})
