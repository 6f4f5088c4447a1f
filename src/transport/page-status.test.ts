import { expect, it } from 'vitest'
import type { PageStatus } from './page'
import { statusAfter } from './page-status'

const WAITING: PageStatus = { role: 'waiting', serviceWorker: 'starting' }
const FAILED: PageStatus = { ...WAITING, role: 'failed', error: 'no store' }

it.each<[string, PageStatus, Partial<PageStatus>, PageStatus]>([
  ['a new role', WAITING, { role: 'guest' }, { ...WAITING, role: 'guest' }],
  ['an error with its role', WAITING, { role: 'failed', error: 'no store' }, FAILED],
  ['an error that stays with its role', FAILED, { serviceWorker: 'active' }, { ...FAILED, serviceWorker: 'active' }],
  ['an error that goes with its role', FAILED, { role: 'owner' }, { ...WAITING, role: 'owner' }],
  ['busy', WAITING, { busy: true }, { ...WAITING, busy: true }],
  ['no longer busy', { ...WAITING, busy: true }, { busy: false }, WAITING],
  ['no longer superseded', { ...WAITING, superseded: true }, { superseded: false }, WAITING],
  ['a step while nobody serves the tab', WAITING, { step: 'loads' }, { ...WAITING, step: 'loads' }],
  ['no step once somebody does', { ...WAITING, step: 'loads' }, { role: 'owner' }, { ...WAITING, role: 'owner' }],
  ['a step of a tab that is served', { ...WAITING, role: 'guest' }, { step: 'loads' }, { ...WAITING, role: 'guest' }],
])('describes %s', (_what, before, change, after) => expect(statusAfter(before, change)).toEqual(after))
