import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { type Rotation, RotatingFile } from './rotating-file'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rotating-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const DAY = 86_400_000
const NO_LIMITS: Rotation = { maxBytes: 10, maxBackups: 0, maxAgeDays: 0, compress: false }

function opened(more: Partial<Rotation> = {}) {
  const clock = createFakeClock()
  const path = join(folder, 'logs', 'audit.log')
  const file = new RotatingFile(path, { ...NO_LIMITS, ...more }, clock)
  return { clock, path, file, names: () => readdirSync(join(folder, 'logs')).sort() }
}

test('a file is created with its folder for its owner only, and appended to', () => {
  const { file, path, clock } = opened()
  file.write('one\n')
  file.close()
  new RotatingFile(path, NO_LIMITS, clock).write('two\n')
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['one\ntwo\n', 0o600])
})

test('a full file is renamed with its time', () => {
  const { file, path, names } = opened()
  for (const text of ['12345678\n', 'ab\n', '12345678\n']) file.write(text)
  expect(names()).toEqual(['audit-2023-06-01T12-00-00.000.log', 'audit-2023-06-01T12-00-00.001.log', 'audit.log'])
  expect(readFileSync(path, 'utf8')).toBe('12345678\n')
  expect(() => file.write('longer than a file may be')).toThrow('25 bytes do not fit')
})

test('only so many old files are kept, and only so long', async () => {
  const few = opened({ maxBackups: 2 })
  for (let i = 0; i < 6; i++) few.file.write(`line ${i} \n`)
  expect(few.names()).toHaveLength(3)
  few.file.close()
  const young = opened({ maxAgeDays: 1 })
  await young.clock.advance(2 * DAY)
  young.file.write('line 6 \n')
  expect(young.names()).toEqual(['audit-2023-06-03T12-00-00.000.log', 'audit.log'])
})

test('old files are packed', () => {
  const { file, names } = opened({ compress: true })
  for (const text of ['12345678\n', 'ab\n']) file.write(text)
  const [packed = ''] = names()
  expect(packed).toBe('audit-2023-06-01T12-00-00.000.log.gz')
  expect(gunzipSync(readFileSync(join(folder, 'logs', packed))).toString()).toBe('12345678\n')
})
