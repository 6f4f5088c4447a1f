import { expect, it } from 'vitest'
import { languageOf } from '../api/policies/language'
import { Environment } from './environment'
import { CompileError, EvaluationError } from './expression-error'
import { compile, runUnchecked } from './program'

const environment = new Environment(languageOf(35))
const run = (source: string) => compile(source, environment).run({ variable: () => undefined }).value

it.each<[string, string]>([
  ['2026-01-01T01:00:00Z', '2026-01-01T01:00:00Z'],
  ['2026-01-01T1:00:00Z', '2026-01-01T01:00:00Z'],
  ['2026-01-01T01:00:00,5Z', '2026-01-01T01:00:00.5Z'],
  ['2026-01-01T01:00:00.1234567891Z', '2026-01-01T01:00:00.123456789Z'],
  ['2026-01-01T01:00:00+01:00', '2026-01-01T01:00:00+01:00'],
  ['2026-01-01T01:00:00-05:30', '2026-01-01T01:00:00-05:30'],
  ['2026-01-01T01:00:00+24:00', '2026-01-01T01:00:00+24:00'],
  ['2026-01-01T01:00:00-00:00', '2026-01-01T01:00:00Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
])('the time %s is written %s', (text, written) => expect(run(`string(timestamp('${text}'))`)).toBe(written))

it.each<[string, unknown]>([
  ["string(timestamp('2026-01-01T01:00:00+01:00') + duration('1h'))", '2026-01-01T02:00:00+01:00'],
  ["string(duration('1h') + timestamp('2026-01-01T01:00:00+01:00'))", '2026-01-01T02:00:00+01:00'],
  ["string(timestamp('2026-01-01T01:00:00+01:00') - duration('1h'))", '2026-01-01T00:00:00+01:00'],
  ["timestamp('2026-01-01T01:00:00+01:00') == timestamp('2026-01-01T00:00:00Z')", true],
  ["timestamp('2026-01-01T01:00:00+01:00').getHours()", 0n],
  ["timestamp('2026-01-01T01:00:00Z').getHours('+01:30')", 2n],
  ["timestamp('2026-01-01T01:00:00Z').getMinutes('-1:30')", 30n],
  ["timestamp('2026-01-01T01:00:00Z').getHours('25:00')", 2n],
  ["timestamp('2026-07-01T01:00:00Z').getHours('Europe/Berlin')", 3n],
  ["timestamp('2026-07-01T01:00:00Z').getHours('Local')", 1n],
  ["timestamp('0050-03-01T00:00:00Z').getDayOfYear()", 59n],
  ["timestamp('0050-03-01T00:00:00Z').getFullYear('Asia/Tokyo')", 50n],
  ['string(timestamp(0))', '1970-01-01T00:00:00Z'],
  ["string(duration('1h30m'))", '5400s'],
  ["string(duration('2ns'))", '0.000000002s'],
  ["string(duration('-1.5h'))", '-5400s'],
  ["string(duration('9223372036.854775807s'))", '9223372036.854776s'],
])('%s is %s', (source, value) => expect(run(source)).toEqual(value))

const TIME = "type conversion error from 'string' to 'google.protobuf.Timestamp'"
const DURATION = "type conversion error from 'string' to 'google.protobuf.Duration'"
it.each<[string, string]>([
  ["timestamp('2026-01-01t01:00:00Z')", TIME],
  ["timestamp('2026-01-01T01:00:00z')", TIME],
  ["timestamp('2026-01-01T24:00:00Z')", TIME],
  ["timestamp('2026-01-01T23:59:60Z')", TIME],
  ["timestamp('2026-02-29T00:00:00Z')", TIME],
  ["timestamp('2026-01-01T01:00:00.Z')", TIME],
  ["timestamp('2026-01-01T01:00:00+25:00')", TIME],
  ["timestamp('0000-12-31T23:59:59Z')", 'timestamp overflow'],
  ["timestamp('9999-12-31T23:59:59-01:00')", 'timestamp overflow'],
  ['timestamp(253402300800)', 'timestamp overflow'],
  ['timestamp(-62135596801)', 'timestamp overflow'],
  ["timestamp('9999-12-31T23:59:59Z') + duration('1s')", 'timestamp overflow'],
  ["timestamp('2026-01-01T01:00:00Z').getHours('+01:60')", 'invalid offset'],
  ["timestamp('2026-01-01T01:00:00Z').getHours('Mars/Crater')", 'unknown time zone Mars/Crater'],
  ["duration('1d')", DURATION],
  ["duration('9223372037s')", 'duration out of range'],
])('%s fails: %s', (source, message) => {
  const outcome = failureOf(() => runUnchecked(source, environment, { variable: () => undefined }))
  expect(outcome instanceof EvaluationError ? outcome.message : outcome).toContain(message)
})

it.each<[string, number]>([
  ["timestamp('0000-01-01T00:00:00Z') < timestamp(0)", 10],
  ["duration('9223372037s') > duration('1s')", 9],
])('%s is refused when it is written', (source, at) => {
  const outcome = failureOf(() => compile(source, environment))
  expect(outcome instanceof CompileError ? outcome.issues.map(({ start }) => start) : outcome).toEqual([at])
})

function failureOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
