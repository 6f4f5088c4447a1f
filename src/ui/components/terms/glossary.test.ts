import { describe, expect, it } from 'vitest'
import { findTerms, TERMS, termById } from './glossary'

describe('the glossary', () => {
  it('has sixty terms or more, each id, title and form once', () => {
    expect(TERMS.length).toBeGreaterThanOrEqual(60)
    const names = TERMS.flatMap(({ id, title, forms = [] }) => [
      `id ${id}`,
      ...new Set([title, ...forms].map((name) => name.toLowerCase())),
    ])
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it.each(TERMS.map((term) => [term.title, term] as const))('%s: short, in whole sentences', (_title, term) => {
    expect(term.text).toMatch(/^[A-Z].*\.$/)
    expect(term.text.length).toBeLessThan(260)
    expect((term.see ?? []).filter((id) => !termById(id) || id === term.id)).toEqual([])
    for (const form of term.forms ?? []) expect(form).toBe(form.toLowerCase())
  })

  it.each([
    ['deny', 'forbidden'],
    ['permission', 'rbac'],
    ['context', 'kubeconfig'],
    ['yaml', 'manifest'],
    ['stuck', 'finalizer'],
    ['crd', 'custom-resource'],
    ['hpa', 'autoscaler'],
    ['410', 'compaction'],
  ])('is found by %s', (typed, id) => expect(findTerms(typed).map((term) => term.id)).toContain(id))

  it('shows terms whose title has the word first', () => expect(findTerms('role')[0]?.title).toMatch(/role/i))
})
