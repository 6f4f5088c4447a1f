import { describe, expect, it } from 'vitest'
import { parseTime } from './times'

describe('a time of whole seconds', () => {
  it.each([
    '2006-01-02T15:04:05Z',
    '1970-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2024-02-29T12:00:00Z',
    '0001-01-01T00:00:00Z',
    '0099-12-28T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2023-04-30T24:00:00Z',
  ])('%s is the moment that the platform knows', (text) => {
    expect(parseTime(text)).toEqual({ seconds: Date.parse(text) / 1000, nanos: 0 })
  })

  it.each(['2006-13-02T15:04:05Z', '2006-01-00T15:04:05Z', '2006-01-02T25:04:05Z', '2006-01-02T15:04:61Z'])(
    '%s is none',
    (text) => {
      expect(parseTime(text)).toBeUndefined()
    },
  )

  it.each(['2006/01/02T15:04:05Z', '2006-01-02T15-04-05Z', '20x6-01-02T15:04:05Z'])(
    '%s is read by no rule of its own',
    (text) => {
      const milliseconds = Date.parse(text)
      expect(parseTime(text)).toEqual(
        Number.isNaN(milliseconds) ? undefined : { seconds: milliseconds / 1000, nanos: 0 },
      )
    },
  )
})
