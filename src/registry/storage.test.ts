import { describe, expect, it } from 'vitest'
import type { Entry } from '../store/store'
import type { HubType } from './resource-type'
import { hubForm, noteReplaced } from './storage'

function counting() {
  let made = 0
  const hub = { fromStored: (stored: object) => (made++, stored) } as unknown as HubType
  return { hub, made: () => made }
}

const entry = (revision: number): Entry => ({ key: 'k', value: { metadata: {} }, revision, created: 1 })

describe('decoded forms', () => {
  it('are computed once for existing objects', async () => {
    const { hub, made } = counting()
    const present = entry(7)
    const form = await hubForm(present, hub)
    for (let i = 8; i < 5_000; i++) noteReplaced(entry(i))
    expect(await hubForm(present, hub)).toBe(form)
    expect(form.metadata.resourceVersion).toBe('7')
    expect(made()).toBe(1)
  })

  it('of replaced versions are kept for the latest and made again for the others', async () => {
    const { hub, made } = counting()
    const versions = Array.from({ length: 5_000 }, (_, i) => entry(i + 2))
    const forms = await Promise.all(versions.map(async (version) => hubForm(version, hub)))
    for (const version of versions) noteReplaced(version)
    const again = await Promise.all(versions.map(async (version) => hubForm(version, hub)))
    expect(again.at(-1)).toBe(forms.at(-1))
    expect(again[0]).not.toBe(forms[0])
    expect(again).toEqual(forms)
    expect(made()).toBeGreaterThan(5_000)
  })
})
