import { describe, expect, it } from 'vitest'
import { SPOKEN } from '../../../names/spoken'
import { previewImport } from './import-preview'

const text = (entries: object): string =>
  JSON.stringify({
    format: 'orchard-store/1',
    names: SPOKEN,
    entries: Object.entries(entries as Record<string, unknown>).map(([key, value]) => ({
      key,
      value,
      revision: 7,
      created: 3,
    })),
  })
const HERE = { '/core/pods/a/one': { n: 1 }, '/core/pods/a/two': { n: 2 }, '/core/secrets/a/token': { n: 3 } }

describe('an import', () => {
  it.each<[string, object, object, object?]>([
    ['of what is here', HERE, { added: 0, changed: 0, same: 3, lost: [], risks: [] }],
    [
      'of what is here, with its members in another order',
      { ...HERE, '/core/pods/a/both': { b: 2, a: 1 } },
      { added: 0, changed: 0, same: 4, lost: [], risks: [] },
      { ...HERE, '/core/pods/a/both': { a: 1, b: 2 } },
    ],
    [
      'that leaves some out, changes one and brings another',
      { '/core/pods/a/one': { n: 9 }, '/apps/deployments/a/web': {} },
      {
        added: 1,
        changed: 1,
        same: 0,
        risks: [],
        lost: [
          { what: 'core/pods', names: ['a/two'] },
          { what: 'core/secrets', names: ['a/token'] },
        ],
      },
    ],
  ])('%s is shown before the import', (_what, file, expected, here = HERE) => {
    expect(previewImport(text(here), text(file))).toEqual(expected)
  })

  it.each([
    ['no JSON', 'hello'],
    ['another JSON', '{"kind":"Pod"}'],
    ['a list', '[]'],
  ])('of %s is none', (_what, file) => {
    expect(() => previewImport(text(HERE), file)).toThrow(/^This file is not an Orchard export/)
  })
})
