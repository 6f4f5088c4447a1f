import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { StatusError } from '../../client/status-error'
import { beginLoad, LoadStopped } from '../state/loads'
import { noteRetry } from '../state/retries'
import { render } from '../../testing/render.testing'
import { Empty, ErrorMessage, Loading } from './States'

const status = (code: number, reason: string, message: string, field?: string): StatusError =>
  new StatusError(code, reason, message, field ? { causes: [{ field, message: 'Required value' }] } : undefined)

describe('an error', () => {
  test.each([
    ['Conflict', 409, 'pods "a" has changed', 'Reload it and repeat your change.'],
    ['NotFound', 404, 'pods "a" not found', 'It may have been deleted'],
    ['TooManyRequests', 429, 'too many requests', 'Try again later.'],
    ['InternalError', 500, 'webhook failed', 'its trace shows the step that failed'],
    ['Timeout', 504, 'no answer', 'The server took too long to answer. Try again.'],
    ['RequestEntityTooLarge', 413, 'limit is 3145728', 'Send less'],
  ])('of reason %s says what to do next', async (reason, code, message, next) => {
    render(<ErrorMessage error={status(code, reason, message)} />)
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent(message)
    await expect.element(alert).toHaveTextContent(`${code} ${reason}`)
    await expect.element(alert).toHaveTextContent(next)
  })

  test.each([
    ['ConnectionLost', 'The request may have been carried out or not: check before you send it again.'],
    ['NoOwner', 'Nothing was changed.'],
    ['QuotaExceededError', 'The browser gives this site no more space.'],
  ])('called %s says what to do next, in sentences', async (name, next) => {
    render(<ErrorMessage error={Object.assign(new Error('it went wrong'), { name })} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent(`It went wrong.${next}`)
  })

  test('names the fields that the server refused', async () => {
    render(<ErrorMessage error={status(422, 'Invalid', 'Pod "a" is invalid', 'spec.containers')} />)
    await expect.element(page.getByRole('listitem')).toHaveTextContent('spec.containers Required value')
  })

  test('names the request that it answers, and when to repeat it', async () => {
    const details = { retryAfterSeconds: 30 }
    render(<ErrorMessage error={new StatusError(429, 'TooManyRequests', 'no', details, 'GET /api/v1/pods')} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Request: GET /api/v1/pods')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Try again in 30 s.')
  })

  test('that is repeated anyway says so, and can be repeated at once', async () => {
    const [error, now] = [new Error('no answer'), vi.fn()]
    noteRetry(error, now)
    render(<ErrorMessage error={error} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('This page tries again by itself.')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(now).toHaveBeenCalledOnce()
  })

  test('is tried again by its button', async () => {
    const retry = vi.fn()
    render(<ErrorMessage error={new Error('no answer')} onRetry={retry} />)
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(retry).toHaveBeenCalledOnce()
  })
})

test('an empty page has a heading, a sentence and a way on', async () => {
  render(
    <Empty title="No drafts" page actions={<button type="button">Create a Role</button>}>
      Nothing is applied until you save.
    </Empty>,
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'No drafts' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Create a Role' })).toBeVisible()
})

test('loading is announced, not only drawn', async () => {
  render(<Loading label="Reading roles" />)
  await expect.element(page.getByRole('status', { name: 'Reading roles' })).toBeInTheDocument()
})

test('a long wait can be stopped and resumed', async () => {
  const [stop, again] = [vi.fn(), vi.fn()]
  beginLoad(stop, again)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Loading label="Reading roles" />
    </QueryClientProvider>,
  )
  await page.getByRole('button', { name: 'Stop loading' }).click()
  expect(stop).toHaveBeenCalledOnce()
  render(<ErrorMessage error={stop.mock.calls[0]?.[0] as LoadStopped} />)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(again).toHaveBeenCalledOnce()
})
