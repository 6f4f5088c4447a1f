import { describe, expect, it } from 'vitest'
import * as names from './names'

const long = (length: number) => 'a'.repeat(length)
const rules: Record<string, { rule: (value: string) => string[]; good: string[]; bad: string[] }> = {
  label: {
    rule: names.dns1123Label,
    good: ['a', '0', 'a-b', long(63)],
    bad: ['', 'A', 'a.b', '-a', 'a-', 'a_b', long(64)],
  },
  subdomain: {
    rule: names.dns1123Subdomain,
    good: ['a', '0', 'a.b', 'a-b.c-0', long(253)],
    bad: ['', 'Upper', 'a_b', '-a', 'a-', 'a..b', 'a b', '.a', long(254)],
  },
  'label without dots': { rule: names.dns1123LabelWithoutDots, good: ['a', 'a-b'], bad: ['', 'a.b', 'A.b', long(64)] },
  'subdomain with underscores': {
    rule: names.subdomainWithUnderscores,
    good: ['a', '_tcp.a_b.example', long(253)],
    bad: ['', 'a_', 'A', 'a..b', long(254)],
  },
  'any variable name': { rule: names.anyEnvName, good: ['a b', '1', ';:<>~!'], bad: ['', 'a=b', 'é', 'a\tb'] },
  wildcard: { rule: names.wildcardSubdomain, good: ['*.a.b'], bad: ['*', 'a.b', '*.*.b', '*.'] },
  'label 1035': { rule: names.dns1035Label, good: ['a', 'a-1'], bad: ['', '1a', 'a.b', 'a-', long(64)] },
  'path segment': { rule: names.pathSegment, good: ['system:Foo_bar', '...', ''], bad: ['.', '..', 'a/b', 'a%b'] },
  'path segment prefix': { rule: names.pathSegmentPrefix, good: ['..', 'a'], bad: ['a/b', 'a%b'] },
  'qualified name': {
    rule: names.qualifiedName,
    good: ['a', 'A.b_c-d', 'example.com/Name', long(63), `${long(253)}/a`],
    bad: ['', 'a/b/c', '-a', 'a-', '/a', 'a/', 'Upper.com/x', 'a b', long(64)],
  },
  'label value': { rule: names.labelValue, good: ['', 'Value_1.x', long(63)], bad: ['no spaces', '-a', '?', long(64)] },
  'domain path': {
    rule: (value: string) => names.domainPrefixedPath(value).map(([part, why]) => `${part}: ${why}`),
    good: ['acme.io/foo/bar'],
    bad: ['acme.io', '/a', 'acme.io/', 'A/x', 'a.io/a b'],
  },
  'port name': { rule: names.portName, good: ['http', 'a-1'], bad: ['', '80', 'A', 'a--b', '-a', 'a-', long(16)] },
  'C identifier': { rule: names.cIdentifier, good: ['_a1', 'A'], bad: ['', '1a', 'a-b', 'a.b'] },
  'environment name': {
    rule: names.envName,
    good: ['A', 'my.env-name', '_x'],
    bad: ['', '1a', 'a b', '.', '..', '..a', 'a='],
  },
  'config map key': {
    rule: names.configMapKey,
    good: ['a', 'A.b_c-1', '.a', long(253)],
    bad: ['', 'bad key', '.', '..', '..a', long(254)],
  },
  header: { rule: names.httpHeaderName, good: ['X-A'], bad: ['', 'a b', 'a_b'] },
  percentage: { rule: names.percentage, good: ['0%', '250%'], bad: ['', '%', '1', '-1%', '1.5%'] },
  finalizer: { rule: names.finalizerName, good: ['a', 'example.com/a'], bad: ['', 'example.com/bad name'] },
  'known finalizer': {
    rule: names.knownFinalizer,
    good: ['orch', 'orphan', 'foregroundDeletion', 'x.io/y'],
    bad: ['plain'],
  },
}

describe.each(Object.entries(rules))('%s', (_, { rule, good, bad }) => {
  it.each(good.map((value) => [value]))('accepts %j', (value) => expect(rule(value)).toEqual([]))
  it.each(bad.map((value) => [value]))('refuses %j', (value) => expect(rule(value)).not.toEqual([]))
})

it('says one thing for each thing that is wrong', () => {
  expect(names.qualifiedName('')).toHaveLength(2)
  expect(names.qualifiedName('/a')).toHaveLength(1)
  expect(names.qualifiedName('a/')).toHaveLength(2)
  expect(names.dns1123Subdomain(long(254))).toEqual(['must be no more than 253 characters'])
  expect(names.dns1123Label('A'.repeat(64))).toHaveLength(2)
})

it.each([
  [1, true],
  [65535, true],
  [0, false],
  [65536, false],
  [1.5, false],
])('port %d', (port, good) => expect(names.portNumber(port)).toHaveLength(good ? 0 : 1))
