import { describe, expect, it } from 'vitest'
import { ownedLines, valuePathText } from './lines'
import { STRUCTURE, entry, ownersOf } from './ownership.testing'
import { UNKNOWN } from './structure'

/** Each line of the text with the names of its owners before it. */
const marked = (text: string, owners: ReturnType<typeof ownersOf>, structure = STRUCTURE): string[] => {
  const lines = ownedLines(text, owners, structure)
  return text
    .trimEnd()
    .split('\n')
    .map(
      (line, i) =>
        `${
          lines
            .get(i + 1)
            ?.owners.map((o) => o.name)
            .join('+') ?? ''
        }| ${line}`,
    )
}

describe('ownedLines', () => {
  it('finds scalars, map entries and who shares them', () => {
    const text = 'metadata:\n  name: x\n  labels:\n    a.io/b: "1"\n    c: "2"\nspec:\n  replicas: 3\n'
    const owners = ownersOf(
      entry('a', { 'f:metadata': { 'f:labels': { '.': {}, 'f:a.io/b': {} } }, 'f:spec': { 'f:replicas': {} } }),
      entry('b', { 'f:metadata': { 'f:labels': { 'f:c': {} } }, 'f:spec': { 'f:replicas': {} } }),
    )
    expect(marked(text, owners)).toEqual([
      '| metadata:',
      '|   name: x',
      'a|   labels:',
      'a|     a.io/b: "1"',
      'b|     c: "2"',
      '| spec:',
      'a+b|   replicas: 3',
    ])
  })

  it('finds items of keyed lists by their keys in any order, including defaulted keys', () => {
    const text =
      'spec:\n  ports:\n    - name: dns\n      port: 53\n      protocol: UDP\n    - port: 53\n      name: dns-tcp\n    - port: 80\n'
    const owners = ownersOf(
      entry('tcp', { 'f:spec': { 'f:ports': { 'k:{"port":53,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } }),
      entry('udp', {
        'f:spec': {
          'f:ports': {
            'k:{"port":53,"protocol":"UDP"}': { '.': {}, 'f:port': {}, 'f:protocol': {}, 'f:name': {} },
            'k:{"port":53,"protocol":"TCP"}': { 'f:name': {} },
          },
        },
      }),
    )
    expect(marked(text, owners)).toEqual([
      '| spec:',
      '|   ports:',
      'udp|     - name: dns',
      'udp|       port: 53',
      'udp|       protocol: UDP',
      'tcp|     - port: 53',
      'udp|       name: dns-tcp',
      '|     - port: 80',
    ])
  })

  it('shows the owner of an item where its first field has none', () => {
    const text = 'spec:\n  ports:\n    - name: x\n      port: 80\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } } }),
    )
    expect(marked(text, owners)[2]).toBe('a|     - name: x')
    expect(
      ownedLines(text, owners, STRUCTURE)
        .get(3)
        ?.fields.map((f) => valuePathText(f.path)),
    ).toEqual(['spec.ports[0]', 'spec.ports[0].name'])
  })

  it('finds members of sets by their values', () => {
    const text = 'spec:\n  tags:\n    - b\n    - a\n'
    const owners = ownersOf(
      entry('one', { 'f:spec': { 'f:tags': { 'v:"a"': {} } } }),
      entry('two', { 'f:spec': { 'f:tags': { 'v:"b"': {}, 'v:"a"': {} } } }),
    )
    expect(marked(text, owners).slice(2)).toEqual(['two|     - b', 'one+two|     - a'])
  })

  it('gives all lines of a structure that is owned whole to its owner', () => {
    const text = 'spec:\n  selector:\n    match:\n      app: x\n  args:\n    - p\n    - q\n'
    const owners = ownersOf(entry('a', { 'f:spec': { 'f:selector': {}, 'f:args': {} } }))
    expect(marked(text, owners)).toEqual([
      '| spec:',
      'a|   selector:',
      'a|     match:',
      'a|       app: x',
      'a|   args:',
      'a|     - p',
      'a|     - q',
    ])
    expect(ownedLines(text, owners, STRUCTURE).get(4)?.fields[0]?.whole).toEqual(['spec', 'selector'])
  })

  it('does not take an empty map that was claimed for a whole one', () => {
    const text = 'metadata:\n  labels:\n    later: "1"\n'
    const owners = ownersOf(entry('a', { 'f:metadata': { 'f:labels': {} } }))
    expect(marked(text, owners)).toEqual(['| metadata:', 'a|   labels:', '|     later: "1"'])
  })

  it('uses the owners where the schema does not say how a list merges', () => {
    const text = 'spec:\n  list:\n    - a: 1\n  map:\n    b: 1\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:list': {}, 'f:map': {} } }),
      entry('b', { 'f:spec': { 'f:map': { 'f:b': {} } } }),
    )
    expect(marked(text, owners, UNKNOWN)).toEqual([
      '| spec:',
      'a|   list:',
      'a|     - a: 1',
      'a|   map:',
      'b|     b: 1',
    ])
  })

  it('marks every line of a text over several lines', () => {
    const text = 'spec:\n  text: |\n    one\n\n    two\n  replicas: 1 # why\n'
    const owners = ownersOf(entry('a', { 'f:spec': { 'f:text': {} } }), entry('b', { 'f:spec': { 'f:replicas': {} } }))
    expect(marked(text, owners).map((line) => line.split('|')[0])).toEqual(['', 'a', 'a', 'a', 'a', 'b'])
  })

  it('reads flow style', () => {
    const text = 'spec: { replicas: 1, tags: [x, "y"] }\n'
    const owners = ownersOf(
      entry('a', { 'f:spec': { 'f:replicas': {} } }),
      entry('b', { 'f:spec': { 'f:tags': { 'v:"y"': {} } } }),
    )
    expect(marked(text, owners)[0]?.split('|')[0]).toBe('a+b')
  })

  it('has no lines for a text that is no object', () => {
    expect(ownedLines('', ownersOf(entry('a', { 'f:x': {} }))).size).toBe(0)
  })
})
