import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { ErrorMessage, Loading } from './States'

test('a question without an answer can be stopped, and asked again', async () => {
  const answers: ((text: string) => void)[] = []
  function Page() {
    const asked = useQuery({ queryKey: ['a'], queryFn: () => new Promise<string>((done) => answers.push(done)) })
    if (asked.isError) return <ErrorMessage error={asked.error} onRetry={() => undefined} />
    return asked.isPending ? <Loading label="Reading flags" /> : <p>{asked.data}</p>
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Stop loading' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('You stopped loading.')
  answers[0]?.('too late')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('the flags')
  await expect.element(page.getByText('the flags')).toBeVisible()
})

test('a page that waits for a part of itself can be loaded again', async () => {
  const Part = lazy(() => new Promise<never>(() => undefined))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Suspense fallback={<Loading label="Loading the editor" />}>
        <Part />
      </Suspense>
    </QueryClientProvider>,
  )
  await expect.element(page.getByText('This takes longer than usual')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload page' })).toBeVisible()
})
