import { describe, expect, it } from 'vitest'
import { TERMS } from '../components/terms/glossary'
import { type PaletteEntry, findEntries, PAGE_ENTRIES, termEntry } from './palette-entries'
import { SEARCH_WORDS } from './search-words'

const SHELL = ['terminal', 'undo', 'theme', 'keys', 'tour', 'strip', 'hold', 'present', 'share']
const ids = (typed: string): string[] => findEntries(PAGE_ENTRIES, typed).map(({ id }) => id)

describe('the palette', () => {
  it('has an entry for everything that others have words for', () => {
    const known = new Set([...SHELL, ...PAGE_ENTRIES.map(({ id }) => id)])
    expect(Object.keys(SEARCH_WORDS).filter((id) => !known.has(id))).toEqual([])
  })

  it.each([
    ['deny', 'access-why'],
    ['forbidden', 'access-why'],
    ['403', 'access-why'],
    ['permission denied', 'access-why'],
    ['webhook', 'admission-webhooks'],
    ['admission webhook', 'admission-webhooks'],
    ['callback', 'admission-webhooks'],
    ['cel', 'admission-policies'],
    ['psp', 'admission-pod-security'],
    ['audit', 'admission-audit'],
    ['context', 'identity/identity/files'],
    ['csr', 'identity/identity/certificates'],
    ['jwt', 'identity/identity/tokens'],
    ['oidc', 'identity/identity/provider'],
    ['kubectl', 'feature-connect'],
    ['yaml', 'create'],
    ['rbac', 'feature-access'],
    ['upgrade', 'feature-releases'],
    ['curl', 'feature-console'],
    ['dark', 'settings-appearance'],
    ['glossary', 'reference-glossary'],
    ['tls', 'identity/identity/certificates'],
    ['gatekeeper', 'admission-webhooks'],
    ['feature gates', 'feature-settings'],
    ['api resources', 'feature-reference'],
    ['delete everything', 'settings-storage'],
    ['graph of roles', 'access-graph'],
  ])('leads by %s first to %s', (typed, id) => expect(ids(typed)[0]).toBe(id))

  it('finds the client configuration by its other name', () =>
    expect(ids('kubeconfig').slice(0, 3)).toEqual(
      expect.arrayContaining(['connect-config', 'identity/identity/files']),
    ))

  it('offers the dark theme', () => {
    const theme: PaletteEntry = { id: 'theme', title: 'Switch to the dark theme', section: 'Do' }
    expect(findEntries([...PAGE_ENTRIES, theme], 'dark theme')[0]?.id).toBe('theme')
  })

  it('names the tab that an entry leads to', () => {
    const hint = (id: string) => PAGE_ENTRIES.find((entry) => entry.id === id)?.hint
    expect([hint('admission-webhooks'), hint('access-why'), hint('identity/identity/files')]).toEqual([
      'Admission › Webhooks',
      'Access › Why',
      'Identity › Client configs',
    ])
  })

  it.each([
    ['webhook', 'admission-webhooks'],
    ['rbac', 'feature-access'],
  ])('shows by %s the page where one does it before the term that explains it', (typed, id) => {
    const terms = TERMS.map(termEntry)
    const found = findEntries([...terms, ...PAGE_ENTRIES], typed)
    expect(found[0]?.id).toBe(id)
    expect(found.filter(({ section }) => section === 'Glossary')).not.toEqual([])
  })

  it('shows a term first where no page has its words', () =>
    expect(findEntries([...PAGE_ENTRIES, ...TERMS.map(termEntry)], 'finalizer')[0]?.id).toBe('term-finalizer'))

  it('needs every word, and prefers titles', () => {
    const entry = (id: string, title: string, words = ''): PaletteEntry => ({ id, title, words, section: 'Do' })
    const entries = [entry('a', 'Other', 'pod'), entry('b', 'Pods'), entry('c', 'Pod')]
    expect(findEntries(entries, 'pod').map(({ id }) => id)).toEqual(['c', 'b', 'a'])
    expect(findEntries(entries, 'pod zebra')).toEqual([])
  })
})
