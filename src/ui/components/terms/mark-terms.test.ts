import { describe, expect, it } from 'vitest'
import { markTerms, type TextPart } from './mark-terms'

const shown = (parts: readonly TextPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `[${part.text}|${part.id}]`)).join('')

describe('marking the terms of a text', () => {
  it.each([
    ['Nothing to explain here', 'Nothing to explain here'],
    ['Remove the finalizer.', 'Remove the [finalizer|finalizer].'],
    ['Admission webhooks', '[Admission webhooks|webhook]'],
    ['A token, a token', 'A [token|token], a token'],
    ['tokens of service accounts', '[tokens|token] of [service accounts|service-account]'],
    ['unlabelled, webhook-like', 'unlabelled, webhook-like'],
    ['roles, bindings, subjects, verbs', '[roles|role], [bindings|binding], [subjects|subject], verbs'],
    ['', ''],
  ])('%s', (text, expected) => expect(shown(markTerms(text))).toBe(expected))
})
