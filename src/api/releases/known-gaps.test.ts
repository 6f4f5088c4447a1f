import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { KNOWN_GAPS, knownGaps } from './known-gaps'
import { FIRST_RELEASE, LAST_RELEASE } from './rows'

const DOCUMENT = readFileSync('docs/how-to/release.md', 'utf8').replace(/\s+/g, ' ')

it.each(KNOWN_GAPS.map(({ text, from, to }) => [text, from, to] as const))(
  'has the sentence in its document, too: %s',
  (text, from, to) => {
    const releases = from === to ? `1.${from}` : `1.${from} to 1.${to}`
    expect(DOCUMENT).toContain(`- ${releases}: ${text}`)
    expect(from).toBeGreaterThanOrEqual(FIRST_RELEASE)
    expect(to).toBeLessThanOrEqual(LAST_RELEASE)
  },
)

it('lists for each release only its own gaps', () => {
  const about = (release: number) => knownGaps(release).map(({ text }) => text)
  expect(about(20)).toHaveLength(1)
  expect(about(36).some((text) => text.includes('ManifestBasedAdmission'))).toBe(true)
  expect(about(35).some((text) => text.includes('ManifestBasedAdmission'))).toBe(false)
})
