import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FLAGS } from './flags'
import type { FlagName } from './machinery/flag-name'

const faultOf = (name: FlagName, value: string): string | undefined =>
  FLAGS.find((flag) => flag.name === name)?.fault?.(value)

it.each<[FlagName, string, string]>([
  ['release', '1.99', '1.99'],
  ['names', 'latin', 'must be orch'],
  ['nodes', '1001', 'must be 0 to 1000'],
  ['start-time', 'yesterday', 'must be a time such as 2024-01-15T09:00:00Z'],
  ['service-cluster-ip-range', '10.0.0.0', 'must be one or two ranges'],
  ['service-cluster-ip-range', '10.0.0.0/24,x', 'must be one or two ranges'],
  ['service-node-port-range', '9-1', 'must be a range such as'],
  ['advertise-address', 'here', 'must be an IP address'],
])('--%s rejects %s', (name, value, why) => expect(faultOf(name, value)).toContain(why))

it.each<[FlagName, string]>([
  ['release', 'v1.20'],
  ['nodes', '0'],
  ['nodes', '1000'],
  ['start-time', '2024-01-15T09:00:00Z'],
  ['service-cluster-ip-range', '10.0.0.0/16,fd00::/108'],
  ['service-node-port-range', '30000+100'],
  ['advertise-address', 'fd00::1'],
])('--%s accepts %s', (name, value) => expect(faultOf(name, value)).toBeUndefined())

it('every default is one that could be given', () => {
  const faults = FLAGS.map(({ default: value, fault }) => value !== undefined && fault?.(value))
  expect(faults.filter(Boolean)).toEqual([])
})

/** Files that name every flag, or describe it, and read none. */
const NO_READERS = /^(flags\/.*|machinery\/flag-name|links\/flag-effects)\.ts$/
const production = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.testing\.ts$|^testing\//.test(path) && !NO_READERS.test(path),
  )
  .map((path) => readFileSync(join('src', path), 'utf8'))
  .join('\n')

it.each(FLAGS.map((flag) => [flag.name, flag.inert] as const))('--%s has a reader or says why not', (name, inert) => {
  expect(production.includes(`'${name}'`)).toBe(inert === undefined)
})
