import { writeJson } from '../machinery/json-text'
import type { Check, FieldTest, RequestPattern } from './check'
import type { ScriptLine } from './script-line'

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : writeJson(value))

const WORDS: readonly (readonly [keyof FieldTest, (value: unknown) => string])[] = [
  ['is', (value) => `is ${valueText(value)}`],
  ['not', (value) => `is not ${valueText(value)}`],
  ['in', (value) => `is one of ${valueText(value)}`],
  ['exists', (value) => (value === true ? 'is there' : 'is not there')],
  ['matches', (value) => `matches ${String(value)}`],
  ['contains', (value) => `contains ${valueText(value)}`],
  ['count', (value) => `has ${String(value)} items`],
  ['atLeast', (value) => `is at least ${String(value)}`],
  ['atMost', (value) => `is at most ${String(value)}`],
]

const fieldText = (test: FieldTest): string =>
  `${test.path} ${WORDS.flatMap(([name, words]) => (test[name] === undefined ? [] : [words(test[name])])).join(' and ')}`

const placeOf = (ask: string): string => {
  const [method = '', path = ''] = ask.split(/ (.*)/s)
  const short = path.replace(/^\/apis?\//, '').replace('namespaces/', '')
  return method === 'GET' ? short : `${method} ${short}`
}

function patternText({ who, verb, resource, namespace, name, ...more }: RequestPattern): string {
  const place = name === undefined ? namespace && `in ${namespace}` : [namespace, name].filter(Boolean).join('/')
  const object = [resource, place].filter(Boolean).join(' ')
  const rest = [
    more.status === undefined ? undefined : `answered with ${more.status}`,
    more.refused === undefined ? undefined : more.refused ? 'refused' : 'let in',
    more.refusedBy && `refused by ${more.refusedBy}`,
    more.changedBy && `changed by ${more.changedBy}`,
    more.forced && 'with force',
    more.dryRun && 'as a dry run',
    more.manager && `as manager ${more.manager}`,
    more.version && `in ${more.version}`,
    more.query && `with ${more.query}`,
  ].filter(Boolean)
  return [
    who ?? 'Somebody',
    'asked to',
    verb ?? (object ? 'do something with' : 'do something'),
    object,
    ...(rest.length > 0 ? [`(${rest.join(', ')})`] : []),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A check as a sentence without full stop. */
export function checkText(check: Check): string {
  if ('happened' in check) {
    const often = (check.atLeast ?? 1) > 1 ? `${check.atLeast} times: ` : ''
    return often + patternText(check.happened)
  }
  if ('never' in check) return `Never: ${patternText(check.never)}`
  if ('recorded' in check) {
    const { level, ...pattern } = check.recorded
    const event = `${patternText(pattern)}${level ? `, at level ${level}` : ''}`
    return `${check.not ? 'Not in the audit log' : 'In the audit log'}: ${event}`
  }
  if ('passed' in check) return `${check.passed} have passed`
  if ('any' in check) return `One of: ${check.any.map(checkText).join('; ')}`
  if ('owns' in check)
    return `${check.manager} ${check.not ? 'does not own' : 'owns'} ${check.field} of ${placeOf(`GET ${check.owns}`)}`
  const fields = (check.where ?? []).map(fieldText).join(' and ')
  if (check.status === 404) return `${placeOf(check.ask)} is gone`
  const asked = check.as === undefined ? placeOf(check.ask) : `${placeOf(check.ask)} for ${check.as}`
  const answer = [
    check.status === undefined ? undefined : `is answered with ${check.status}`,
    check.reason,
    check.message,
  ]
  const status = answer.filter(Boolean).join(' ')
  if (fields) return `${asked}: ${[status, fields].filter(Boolean).join(', ')}`
  return `${asked} ${status || 'is there'}`
}

/** A script line for display. */
export const lineText = (line: ScriptLine): string =>
  'advance' in line
    ? `the clock advances by ${line.advance}`
    : `${line.token === undefined ? (line.as ?? 'admin') : 'with the token'}: ${line.send}${line.status === undefined ? '' : ` → ${line.status}`}`
