import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useState } from 'react'
import { render } from '../../testing/render.testing'
import { PillMenu } from './PillMenu'
import { Tip } from './Tip'

const tip = () => page.getByRole('tooltip')

test('a tip shows for the keyboard and goes by Escape, and what it is on still hears', async () => {
  const focused = vi.fn()
  render(
    <Tip label="Clear">
      <button type="button" onFocus={focused}>
        x
      </button>
    </Tip>,
  )
  expect(tip().query()).toBeNull()
  await userEvent.tab()
  await expect.element(tip()).toHaveTextContent('Clear')
  await expect.element(page.getByRole('button')).toHaveAccessibleDescription('Clear')
  expect(focused).toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.element(tip()).not.toBeInTheDocument()
})

test('a tip shows under the pointer, and goes with it', async () => {
  render(
    <Tip label="Share this plane">
      <button type="button">Share</button>
    </Tip>,
  )
  await page.getByRole('button').hover()
  await expect.element(tip()).toHaveTextContent('Share this plane')
  await page.getByRole('button').unhover()
  await expect.element(tip()).not.toBeInTheDocument()
})

function Menus({ run }: { readonly run: () => void }) {
  const [opened, onChange] = useState(false)
  return (
    <PillMenu
      {...{ opened, onChange }}
      position="bottom-start"
      width={200}
      target={<button type="button">Clock</button>}
      entries={() => [{ heading: 'Now' }, 'rule', { id: 'hold', icon: 'pause', text: 'Pause', run }]}
    />
  )
}

test('a menu opens by its button, is walked by keys, and gives the focus back', async () => {
  const run = vi.fn()
  render(<Menus run={run} />)
  const button = page.getByRole('button', { name: 'Clock' })
  await button.click()
  await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menuitem')).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: 'Pause' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(run).toHaveBeenCalledOnce()
})
