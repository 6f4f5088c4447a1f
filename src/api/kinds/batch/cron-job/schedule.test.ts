import { expect, test } from 'vitest'
import { scheduleProblem } from './schedule'

test.each([
  '* * * * *',
  '*/5 0-6,12 1 jan-MAR mon',
  '0 0 ? * 0',
  '@daily',
  '@every 1h30m',
  'TZ=Europe/Berlin 0 3 * * *',
  'CRON_TZ=UTC @hourly',
])('%s is a schedule', (text) => expect(scheduleProblem(text)).toBeUndefined())

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 7',
  '*/0 * * * *',
  '5-1 * * * *',
  '1-2-3 * * * *',
  'x * * * *',
  '@fortnightly',
  '@every',
])('%s is none', (text) => expect(scheduleProblem(text)).toBeTypeOf('string'))
