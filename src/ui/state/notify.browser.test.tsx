import { Notifications } from '@mantine/notifications'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { notifyDone } from './notify'

test('the same message is shown once, different messages beside each other', async () => {
  render(<Notifications />)
  for (const title of ['Restarted', 'Restarted', 'Saved', 'Restarted']) notifyDone(title)
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.element(page.getByText('Restarted')).toBeVisible()
  expect(page.getByText('Restarted').elements()).toHaveLength(1)
})
