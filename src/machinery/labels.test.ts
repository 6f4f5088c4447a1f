import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FieldPath } from './field-error'
import { MOST_ERRORS } from './field-wording'
import {
  compileLabelSelector,
  EVERYTHING,
  NOTHING,
  SelectorError,
  selectorOfSet,
  type LabelSelectorObject,
} from './labels'
import { validateLabels, validateLabelSelector } from './label-validation'
import { parseLabelSelector } from './label-selector-parser'

const web = { app: 'web', tier: 'front', n: '5', e: '' }
const all = { web, db: { app: 'db', tier: 'back' }, none: undefined }
const chosen = (text: string) =>
  Object.entries(all)
    .filter(([, labels]) => parseLabelSelector(text).matches(labels))
    .map(([name]) => name)
    .join(' ')

describe('the text form', () => {
  it.each([
    ['', 'web db none', ''],
    ['  ', 'web db none', ''],
    ['app=web', 'web', 'app=web'],
    ['app==db', 'db', 'app==db'],
    ['app!=web', 'db none', 'app!=web'],
    ['app', 'web db', 'app'],
    ['!app', 'none', '!app'],
    [' ! app ', 'none', '!app'],
    ['tier=front,app=web', 'web', 'app=web,tier=front'],
    ['app in (web, db)', 'web db', 'app in (db,web)'],
    ['app in(web)', 'web', 'app in (web)'],
    ['app notin (db)', 'web none', 'app notin (db)'],
    ['e in (,x)', 'web', 'e in (,x)'],
    ['e in (x,)', 'web', 'e in (,x)'],
    ['e in (,)', 'web', 'e in ()'],
    ['e=', 'web', 'e='],
    ['e=,app', 'web', 'app,e='],
    ['n>4', 'web', 'n>4'],
    ['n<5', '', 'n<5'],
    ['n < 6', 'web', 'n<6'],
    ['app > 1', '', 'app>1'],
    ['in=notin', '', 'in=notin'],
    ['in', '', 'in'],
    ['app in (in,notin)', '', 'app in (in,notin)'],
    ['example.com/x!=1', 'web db none', 'example.com/x!=1'],
  ])('%j', (text, names, written) => {
    expect(chosen(text)).toBe(names)
    expect(parseLabelSelector(text).toString()).toBe(written)
  })

  it.each([
    'a in',
    'a in b',
    '=v',
    'a=b=c',
    'a,,b',
    '!',
    '-bad=x',
    'a=no spaces',
    'a,',
    ',a',
    'a in (b',
    'a in b)',
    '!a=b',
    'a>x',
    'a>',
    'a=b c',
    'a b',
    'a (b)',
    'a=!b',
    `a=${'x'.repeat(64)}`,
    'a in (b c)',
    'a in (())',
    'a/b/c',
  ])('refuses %j', (text) => expect(() => parseLabelSelector(text)).toThrow(SelectorError))

  it('reads empty parentheses as the empty value', () => {
    const selector = parseLabelSelector('a in ()')
    const sets: Record<string, string>[] = [{ a: '' }, { a: 'x' }, {}]
    expect(sets.map((labels) => selector.matches(labels))).toEqual([true, false, false])
  })

  it('is a selector or a SelectorError, and its text selects the same', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom('a', 'b', 'in', 'notin', '(', ')', ',', '=', '!', '==', '!=', '>', '<', '1', ' ', 'x/y'),
          { maxLength: 10 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(
        text,
        fc.dictionary(fc.constantFrom('a', 'b', 'in'), fc.constantFrom('', '1', 'b')),
        (source, labels) => {
          let selector
          try {
            selector = parseLabelSelector(source)
          } catch (error) {
            if (error instanceof SelectorError) return
            throw error
          }
          if (selector.toString().includes('()')) return
          expect(parseLabelSelector(selector.toString()).matches(labels)).toBe(selector.matches(labels))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('the object form', () => {
  it.each<[LabelSelectorObject | null | undefined, boolean, string]>([
    [undefined, false, ''],
    [null, false, ''],
    [{}, true, ''],
    [{ matchLabels: { app: 'web' } }, true, 'app=web'],
    [{ matchLabels: { app: 'db' } }, false, 'app=db'],
    [{ matchExpressions: [{ key: 'app', operator: 'In', values: ['web', 'db'] }] }, true, 'app in (db,web)'],
    [{ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] }, false, 'app notin (web)'],
    [{ matchExpressions: [{ key: 'x', operator: 'Exists' }] }, false, 'x'],
    [
      { matchLabels: { tier: 'front' }, matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] },
      true,
      'tier=front,!x',
    ],
  ])('%j', (selector, matches, text) => {
    expect(compileLabelSelector(selector).matches(web)).toBe(matches)
    expect(compileLabelSelector(selector).toString()).toBe(text)
  })
  it('is refused, not followed, without a key', () =>
    expect(() => compileLabelSelector({ matchExpressions: [{ operator: 'Exists' }] })).toThrow('must be non-empty'))
  it('knows everything and nothing', () => {
    expect([EVERYTHING.empty, EVERYTHING.matches({}), NOTHING.empty, NOTHING.matches({})]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(selectorOfSet({ app: 'web' }).matches(web)).toBe(true)
  })

  it.each<[LabelSelectorObject, string[]]>([
    [{ matchLabels: { '-a': '?' } }, ['FieldValueInvalid s.matchLabels', 'FieldValueInvalid s.matchLabels']],
    [{ matchExpressions: [{ key: 'a', operator: 'In' }] }, ['FieldValueRequired s.matchExpressions[0].values']],
    [
      { matchExpressions: [{ key: 'a', operator: 'NotIn', values: [] }] },
      ['FieldValueRequired s.matchExpressions[0].values'],
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
      ['FieldValueForbidden s.matchExpressions[0].values'],
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
      ['FieldValueInvalid s.matchExpressions[0].operator'],
    ],
    ...[{ key: '', operator: 'Exists' }, { operator: 'Exists' }].map((requirement): [LabelSelectorObject, string[]] => [
      { matchExpressions: [requirement] },
      // An empty name is too short, and not of the right form either.
      ['FieldValueInvalid s.matchExpressions[0].key', 'FieldValueInvalid s.matchExpressions[0].key'],
    ]),
  ])('reports %j', (selector, errors) => {
    expect(validateLabelSelector(selector, FieldPath.of('s')).map((e) => `${e.reason} ${e.field}`)).toEqual(errors)
    expect(() => compileLabelSelector(selector)).toThrow(SelectorError)
  })
  it('looks at values on demand', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['ok', 'no spaces'] }] }
    expect(validateLabelSelector(selector, FieldPath.of('s'))).toEqual([])
    expect(validateLabelSelector(selector, FieldPath.of('s'), { checkValues: true }).map((e) => e.field)).toEqual([
      's.matchExpressions[0].values[1]',
    ])
  })
  it('stops after the maximum number of reported errors', () => {
    const matchExpressions = Array.from({ length: 5000 }, () => ({ key: '!', operator: 'X', values: ['!'] }))
    const errors = validateLabelSelector({ matchExpressions }, FieldPath.of('s'), { checkValues: true })
    expect(errors.length).toBeGreaterThan(MOST_ERRORS)
    expect(errors.length).toBeLessThan(MOST_ERRORS + 10)
    const labels = Object.fromEntries(matchExpressions.map((_, i) => [`!${i}`, '!']))
    expect(validateLabels(labels, FieldPath.of('s')).length).toBeLessThan(MOST_ERRORS + 10)
  })
  it('finds no error in a valid selector', () => {
    expect(
      validateLabels({ 'example.com/Name_1.x': 'Value_1.x', empty: '' }, FieldPath.of('metadata', 'labels')),
    ).toEqual([])
    expect(validateLabelSelector(null, FieldPath.root)).toEqual([])
  })
})
