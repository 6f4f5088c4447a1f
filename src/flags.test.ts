import type { FlagName } from './machinery/flag-name'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FlagError, FLAGS, parseFlags } from './flags'

it.each([
  [['--release=1.99'], 'invalid value "1.99" for --release'],
  [['--service-cluster-ip-range=10.0.0.0'], 'invalid value "10.0.0.0" for --service-cluster-ip-range'],
  [['--service-cluster-ip-range=10.0.0.0/24,x'], 'must be one or two ranges'],
  [['--service-node-port-range', '9-1'], 'invalid value "9-1" for --service-node-port-range'],
  [['--advertise-address', 'here'], 'invalid value "here" for --advertise-address'],
  [['--max-watches=many'], 'must be a whole number'],
  [['--event-ttl=soon'], 'is not a duration'],
  [['--anonymous-auth=perhaps'], 'must be true or false'],
  [['--token-auth-file='], 'must name a file'],
  [['--token-auth-file'], 'flag needs a value: --token-auth-file'],
  [['--unheard-of'], 'unknown flag: --unheard-of'],
  [['stray'], 'unexpected argument "stray"'],
])('refuses %j by name', (argv, why) => {
  expect(() => parseFlags(argv)).toThrow(FlagError)
  expect(() => parseFlags(argv)).toThrow(why)
})

it.each<[string[], FlagName, string]>([
  [['--release', 'v1.20'], 'release', 'v1.20'],
  [['--service-cluster-ip-range=10.0.0.0/16,fd00::/108'], 'service-cluster-ip-range', '10.0.0.0/16,fd00::/108'],
  [['--service-node-port-range=30000+100'], 'service-node-port-range', '30000+100'],
  [['--advertise-address=fd00::1'], 'advertise-address', 'fd00::1'],
  [[], 'release', '1.36'],
])('takes %j', (argv, name, value) => expect(parseFlags(argv).get(name)).toBe(value))

/** Files that name every flag, or describe it, and read none. */
const NO_READERS = new Set(['flags.ts', 'machinery/flag-name.ts', 'links/flag-effects.ts'])
const production = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.testing\.ts$|^testing\//.test(path) && !NO_READERS.has(path),
  )
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n')

it.each(FLAGS.map((flag) => [flag.name, flag.inert] as const))('--%s has a reader or says why not', (name, inert) => {
  expect(production.includes(`'${name}'`)).toBe(inert === undefined)
})

it('a flag without effect warns when it is set', () => {
  expect(parseFlags(['--default-watch-cache-size=5']).warnings()).toEqual([
    '--default-watch-cache-size has no effect on this server: every kind is cached whole',
  ])
  expect(parseFlags([]).warnings()).toEqual([])
})
