import { expect, test } from 'vitest'
import { AdmissionStage, type AskedOfStage, configured } from '../../testing/admission-stage'
import { eventRateLimit } from './event-rate-limit'

const HEAD = 'apiVersion: eventratelimit.admission.orch.io/v1alpha1\nkind: Configuration\n'
const limits = (...rows: string[]) => configured(`${HEAD}limits:\n${rows.map((row) => `- {${row}}`).join('\n')}\n`)
const event = (more: object = {}, asked: Partial<AskedOfStage> = {}): AskedOfStage => ({
  of: 'events',
  object: { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', name: 'p' }, ...more },
  ...asked,
})

const OTHER: Readonly<Record<string, AskedOfStage | undefined>> = {
  Server: undefined,
  Namespace: event({}, { namespace: 'other' }),
  User: event({}, { user: { name: 'other', groups: [] } }),
  SourceAndObject: event({ source: { component: 'other' } }),
}

test.each(Object.keys(OTHER))('a limit of type %s', async (type) => {
  const stage = new AdmissionStage()
  const plugin = eventRateLimit(stage.environment, limits(`type: ${type}, qps: 1, burst: 2`))
  expect(await stage.verdict(plugin, event())).toBe('passed')
  expect(await stage.verdict(plugin, event())).toBe('passed')
  expect(await stage.verdict(plugin, event())).toMatch(/^429 .*limit reached/)
  const other = OTHER[type]
  if (other) expect(await stage.verdict(plugin, other)).toBe('passed')
  await stage.clock.advance(1000)
  expect(await stage.verdict(plugin, event())).toBe('passed')
  expect(await stage.verdict(plugin, event())).toMatch(/^429/)
})

test('dry runs and other objects are not counted', async () => {
  const stage = new AdmissionStage()
  const plugin = eventRateLimit(stage.environment, limits('type: Server, qps: 1, burst: 1'))
  for (let i = 0; i < 3; i++) {
    expect(await stage.verdict(plugin, event({}, { dryRun: true }))).toBe('passed')
    expect(await stage.verdict(plugin, { of: 'pods', object: { metadata: {} } })).toBe('passed')
  }
  expect(await stage.verdict(plugin, event())).toBe('passed')
  expect(await stage.verdict(plugin, { ...event(), of: 'events.orch.io/events' })).toBe('passed')
  expect(await stage.verdict(plugin, event())).toMatch(/^429/)
})

test('the least recently used bucket is forgotten', async () => {
  const stage = new AdmissionStage()
  const plugin = eventRateLimit(stage.environment, limits('type: Namespace, qps: 1, burst: 1, cacheSize: 2'))
  const from = (namespace: string) => stage.verdict(plugin, event({}, { namespace }))
  expect(await from('a')).toBe('passed')
  expect(await from('b')).toBe('passed')
  expect(await from('a')).toMatch(/^429/)
  expect(await from('c')).toBe('passed')
  expect(await from('a')).toMatch(/^429/)
  expect(await from('b')).toBe('passed')
})

test.each([
  ['no limits', `${HEAD}limits: []`, 'limits must not be empty'],
  ['another kind', 'apiVersion: v1\nkind: Configuration', 'apiVersion must be'],
  ['no kind', 'limits: []', 'kind must be "Configuration", not nothing'],
  ['an unknown type', `${HEAD}limits: [{type: Node, qps: 1, burst: 1}]`, 'limits[0].type must be one of'],
  ['no rate', `${HEAD}limits: [{type: User, burst: 1}]`, 'limits[0].qps must be positive'],
  ['a small burst', `${HEAD}limits: [{type: User, qps: 5, burst: 1}]`, 'limits[0].burst must not be less than qps'],
  [
    'a negative cache',
    `${HEAD}limits: [{type: User, qps: 1, burst: 1, cacheSize: -1}]`,
    'cacheSize must not be negative',
  ],
  ['an unknown field', `${HEAD}limits: [{type: User, qps: 1, burst: 1, rate: 3}]`, 'unknown field "limits[0].rate"'],
  ['a word for a number', `${HEAD}limits: [{type: User, qps: many, burst: 1}]`, 'limits[0].qps must be a whole number'],
])('a configuration with %s is refused', (_, yaml, message) => {
  expect(() => eventRateLimit(new AdmissionStage().environment, configured(yaml))).toThrow(message)
})
test('no configuration at all is refused', () => {
  expect(() => eventRateLimit(new AdmissionStage().environment)).toThrow('needs a configuration')
})
