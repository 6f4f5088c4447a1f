import { describe, expect, it } from 'vitest'
import { Environment } from '../../expressions/environment'
import { compile } from '../../expressions/program'
import { showScalar } from '../../expressions/values'
import { isList, type Value } from '../../expressions/values'
import { languageOf } from './language'

const newest = new Environment(languageOf(35))
const shown = (value: Value): unknown => (isList(value) ? value.map(shown) : showScalar(value))
function outcome(source: string, environment = newest): unknown {
  try {
    return shown(compile(source, environment).run({ variable: () => undefined }).value)
  } catch (error) {
    return error instanceof Error ? `error: ${error.message}` : error
  }
}

describe('functions of the server, by their documented examples', () => {
  it.each([
    ["'abc 123'.find('[0-9]+')", '123'],
    ["'abc'.find('[0-9]+')", ''],
    ["'123 abc 456'.findAll('[0-9]+')", ['123', '456']],
    ["'123 abc 456'.findAll('[0-9]+', 1)", ['123']],
    ["'123 abc 456'.findAll('xyz')", []],
    ["'aXbXc'.find('a.*?X')", 'aX'],
    ["'aXbXc'.find('a.*X')", 'aXbX'],
    ["'foobar'.find('foo|foobar')", 'foo'],
    ["'abc'.findAll('x*')", ['', '', '', '']],
    ["url('https://user:pass@example.com:80/path?query=val#fragment').getHost()", 'example.com:80'],
    ["isURL('https://user:pass@example.com:80/path?query=val#fragment')", 'true'],
    ["isURL('/absolute-path')", 'true'],
    ["isURL('https://a:b:c/')", 'false'],
    ["isURL('../relative-path')", 'false'],
    ["url('/path').getScheme()", ''],
    ["url('https://example.com/').getScheme()", 'https'],
    ["url('https://[::1]:80/').getHost()", '[::1]:80'],
    ["url('https://[::1]:80/').getHostname()", '::1'],
    ["url('https://127.0.0.1:80/').getHostname()", '127.0.0.1'],
    ["url('/path').getHostname()", ''],
    ["url('https://example.com:80/').getPort()", '80'],
    ["url('https://example.com/').getPort()", ''],
    ["url('https://example.com/path with spaces/').getEscapedPath()", '/path%20with%20spaces/'],
    ["url('https://example.com').getEscapedPath()", ''],
    ["url('https://example.com/path?k1=a&k2=b&k2=c').getQuery()['k2']", ['b', 'c']],
    [
      "url('https://example.com/path?key with spaces=value with spaces').getQuery()['key with spaces']",
      ['value with spaces'],
    ],
    ["url('https://example.com/path?').getQuery().size()", '0'],
    ["quantity('500000G').isInteger()", 'true'],
    ["quantity('50k').asInteger()", '50000'],
    ["quantity('9999999999999999999999999999999999999G').asInteger()", 'error: cannot convert value to integer'],
    ["quantity('50k').add(quantity('20k')) == quantity('70k')", 'true'],
    ["quantity('50k').sub(20000) == quantity('30k')", 'true'],
    ["quantity('200M').compareTo(quantity('0.2G'))", '0'],
    ["quantity('200M').isGreaterThan(quantity('100M'))", 'true'],
    ["quantity('-42').sign()", '-1'],
    ["isQuantity('1.3Gi')", 'true'],
    ["isQuantity('Three')", 'false'],
    ["isIP('127.0.0.1')", 'true'],
    ["isIP('hostname')", 'false'],
    ["ip('127.0.0.1') == ip('127.0.0.1')", 'true'],
    ["ip('2001:db8::').family()", '6'],
    ["ip.isCanonical('2001:DB8::ABCD')", 'false'],
    ["ip.isCanonical('2001:db8::abcd')", 'true'],
    ["ip('fe80::1').isLinkLocalUnicast()", 'true'],
    ["ip('224.0.0.1').isGlobalUnicast()", 'false'],
    ["string(ip('::1'))", '::1'],
    ["isCIDR('192.0.2.0/24')", 'true'],
    ["isCIDR('192.0.2.0/33')", 'false'],
    ["cidr('192.168.0.0/24').containsIP('192.168.0.1')", 'true'],
    ["cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))", 'false'],
    ["cidr('192.168.0.0/16').containsCIDR('192.168.10.0/24')", 'true'],
    ["string(cidr('192.168.1.5/24').masked())", '192.168.1.0/24'],
    ["cidr('192.168.0.0/24').prefixLength()", '24'],
    ['sets.contains([1, 2], [2])', 'true'],
    ['sets.equivalent([1, 2, 2], [2, 1])', 'true'],
    ['sets.intersects([1], [2])', 'false'],
    ["format.dns1123Label().validate('my-label').hasValue()", 'false'],
    ["format.dns1123Label().validate('My_label').hasValue()", 'true'],
    ["format.named('uuid').hasValue()", 'true'],
    ["format.named('none').hasValue()", 'false'],
    ["semver('1.2.3').compareTo(semver('1.2.3-rc.1'))", '1'],
    ["isSemver('v1.0')", 'false'],
    ["isSemver('v1.0', true)", 'true'],
    ["semver('1.10.0').isGreaterThan(semver('1.9.9'))", 'true'],
    ["'%s has %d'.format([dyn('a'), dyn(2)])", 'a has 2'],
    ['[1, 2].transformList(i, v, v * 2)', ['2', '4']],
  ])('%s', (source, expected) => expect(outcome(source)).toEqual(expected))

  it.each<[string, number]>([
    ["isURL('/a')", 0],
    ["'a'.find('a') == 'a'", 0],
    ["quantity('1').sign() == 1", 29],
    ['1 < 2.5', 29],
    ['[?optional.of(1)].size() == 1', 29],
    ["'%d'.format([1]) == '1'", 30],
    ['sets.contains([1], [1])', 30],
    ["isIP('1.1.1.1')", 31],
    ["format.uri().validate('/a').hasValue()", 32],
    ['[1].exists(i, v, v == 1)', 33],
    ["isSemver('1.0.0')", 34],
  ])('%s may be used from 1.%i on', (source, since) => {
    const at = (release: number): boolean =>
      !String(outcome(source, new Environment(languageOf(release)))).startsWith('error')
    expect([23, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35].map(at)).toEqual(
      [23, 25, 27, 28, 29, 30, 31, 32, 33, 34, 35].map((release) => release >= since),
    )
  })

  it.each(["'a'.matches('(')", "timestamp('yesterday') == timestamp('now')", "duration('long') == duration('short')"])(
    'refuses what is written down and can’t be read: %s',
    (source) => expect(outcome(source)).toMatch(/invalid \w+ argument/),
  )
})
