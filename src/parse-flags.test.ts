import { describe, expect, it } from 'vitest'
import { flag } from './machinery/flag-definition'
import type { FlagName } from './machinery/flag-name'
import { FlagError, parseDuration, parseFlags } from './parse-flags'

it.each([
  [['--release=1.99'], 'invalid value "1.99" for --release'],
  [['--service-cluster-ip-range=10.0.0.0'], 'invalid value "10.0.0.0" for --service-cluster-ip-range'],
  [['--advertise-address', 'here'], 'invalid value "here" for --advertise-address'],
  [['--max-watches=many'], 'must be a whole number'],
  [['--event-ttl=soon'], 'is not a duration'],
  [['--anonymous-auth=perhaps'], 'must be true or false'],
  [['--token-auth-file='], 'must name a file'],
  [['--token-auth-file'], 'flag needs a value: --token-auth-file'],
  [['--token-auth-file', '--release=1.20'], 'flag needs a value: --token-auth-file'],
  [['--release=1.20', '--release=1.21'], '--release is given twice'],
  [['--authorization-webhook-version=v2'], 'must be one of v1, v1beta1'],
  [['--unheard-of'], 'unknown flag: --unheard-of'],
  [['stray'], 'unexpected argument "stray"'],
])('refuses %j by name', (argv, why) => {
  expect(() => parseFlags(argv)).toThrow(FlagError)
  expect(() => parseFlags(argv)).toThrow(why)
})

it.each<[string[], FlagName, string]>([
  [['--release', 'v1.20'], 'release', 'v1.20'],
  [['--service-cluster-ip-range=10.0.0.0/16,fd00::/108'], 'service-cluster-ip-range', '10.0.0.0/16,fd00::/108'],
  [['--release=1.20', '--release=1.20'], 'release', '1.20'],
  [['--anonymous-auth', '--release=1.20'], 'anonymous-auth', 'true'],
  [['--anonymous-auth', 'false'], 'anonymous-auth', 'false'],
  [[], 'release', '1.36'],
])('accepts %j', (argv, name, value) => expect(parseFlags(argv).get(name)).toBe(value))

describe('values', () => {
  const flags = parseFlags([
    '--oidc-required-claim=a=1,b',
    '--oidc-required-claim=c',
    '--token-auth-file=data:,a,b',
    '--event-ttl=90s',
    '--max-watches=7',
    '--anonymous-auth=T',
  ])

  it.each<[string, unknown, unknown]>([
    ['a list over all its occurrences', flags.list('oidc-required-claim'), ['a=1', 'b', 'c']],
    ['every occurrence', flags.all('oidc-required-claim'), ['a=1,b', 'c']],
    ['a file, which is not split', flags.list('token-auth-file'), ['data:,a,b']],
    ['a duration', flags.durationMs('event-ttl'), 90_000],
    ['a number', flags.integer('max-watches'), 7],
    ['a switch', flags.boolean('anonymous-auth'), true],
    ['a default', flags.integer('max-requests-inflight'), 400],
    ['no list without a default', flags.list('api-audiences'), []],
    ['what was set', [flags.isSet('event-ttl'), flags.isSet('release')], [true, false]],
  ])('are read as %s', (_what, value, expected) => expect(value).toEqual(expected))

  it('are those of other definitions where they are named', () => {
    const own = parseFlags(['--tables=3'], [flag('tables', 'integer', 'How many tables.')])
    expect(own.integer('tables')).toBe(3)
    expect(() => parseFlags(['--release=1.20'], [flag('tables', 'integer', '')])).toThrow('unknown flag: --release')
  })
})

it.each([
  ['1h30m', 5_400_000],
  ['300ms', 300],
  ['0', 0],
])('%s is %d milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms))

it('a flag without effect warns when it is set', () => {
  expect(parseFlags(['--default-watch-cache-size=5']).warnings()).toEqual([
    '--default-watch-cache-size has no effect on this server: every kind is cached completely',
  ])
  expect(parseFlags([]).warnings()).toEqual([])
})
