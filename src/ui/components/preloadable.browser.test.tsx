import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { preloadable } from './preloadable'

const Part = () => <p>The part</p>

test('shows its code once it has been loaded', async () => {
  let arrives: () => void = () => undefined
  const { Component } = preloadable(() => new Promise((resolve) => (arrives = () => resolve(Part))))
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Component />
    </Suspense>,
  )
  await expect.element(page.getByText('Loading')).toBeVisible()
  arrives()
  await expect.element(page.getByText('The part')).toBeVisible()
})

test('never suspends once it has been preloaded', async () => {
  let suspended = false
  const Waiting = () => {
    suspended = true
    return null
  }
  const { Component, preload } = preloadable(() => Promise.resolve(Part))
  await preload()
  render(
    <Suspense fallback={<Waiting />}>
      <Component />
    </Suspense>,
  )
  await expect.element(page.getByText('The part')).toBeVisible()
  expect(suspended).toBe(false)
})

test('reports why it could not be preloaded, and loads again when it is shown', async () => {
  let tries = 0
  const { Component, preload } = preloadable(() =>
    tries++ === 0 ? Promise.reject(new Error('offline')) : Promise.resolve(Part),
  )
  await expect(preload()).rejects.toThrow('offline')
  render(
    <Suspense fallback={<p>Loading</p>}>
      <Component />
    </Suspense>,
  )
  await expect.element(page.getByText('The part')).toBeVisible()
})
