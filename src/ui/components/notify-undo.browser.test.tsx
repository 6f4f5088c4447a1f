import { Notifications } from '@mantine/notifications'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.testing'
import { ADMIN } from '../state/identity'
import { latestChange, noteStep, nextGesture, useUndo } from '../state/undo/changes'
import { notifyUndo } from './notify-undo'

const after = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
const change = (): void => {
  nextGesture()
  const target = { group: '', version: 'v1', resource: 'configmaps' }
  noteStep({ did: 'created', target, name: 'a', after }, ADMIN)
}
afterEach(() => useUndo.getState().clear())

test('the notice disappears when its change is undone elsewhere, and stays when another one is undone', async () => {
  render(<Notifications />)
  change()
  const other = latestChange(useUndo.getState().changes)?.id ?? 0
  change()
  const own = latestChange(useUndo.getState().changes)?.id ?? 0
  const undo = vi.fn()
  notifyUndo('ConfigMap a created', undo, { autoClose: 600_000 })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  useUndo.getState().settle(other)
  await expect.element(page.getByText('ConfigMap a created')).toBeVisible()
  useUndo.getState().settle(own)
  await expect.element(page.getByText('ConfigMap a created')).not.toBeInTheDocument()
  expect(undo).not.toHaveBeenCalled()
})
