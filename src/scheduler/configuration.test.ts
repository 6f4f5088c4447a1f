import { describe, expect, it } from 'vitest'
import { parseSchedulerConfiguration } from './configuration'
import { FILTERS } from './filters'
import { SCORES } from './scores'

const V1 = 'orchscheduler.config.orch.io/v1'
const read = (body: string, release = 30, apiVersion = V1) =>
  parseSchedulerConfiguration(`apiVersion: ${apiVersion}\nkind: OrchSchedulerConfiguration\n${body}`, release)
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
const without = (list: readonly { readonly name: string }[], ...gone: string[]) =>
  names(list).filter((name) => !gone.includes(name))

describe('profiles', () => {
  it('are the default one where none is named, and where the only one has no name', () => {
    for (const body of ['', 'profiles: []', 'profiles: [{}]']) {
      const [[name, profile] = []] = [...read(body).profiles]
      expect(name).toBe('default-scheduler')
      expect(names(profile?.filters ?? [])).toEqual(names(FILTERS))
      expect(profile?.preempts).toBe(true)
    }
  })

  it.each([
    ['filter: { disabled: [{ name: TaintToleration }] }', without(FILTERS, 'TaintToleration'), names(SCORES)],
    ['score: { disabled: [{ name: "*" }] }', names(FILTERS), []],
    [
      'score: { disabled: [{ name: "*" }], enabled: [{ name: NodeAffinity, weight: 7 }] }',
      names(FILTERS),
      ['NodeAffinity'],
    ],
    [
      'multiPoint: { disabled: [{ name: NodeAffinity }] }',
      without(FILTERS, 'NodeAffinity'),
      without(SCORES, 'NodeAffinity'),
    ],
    [
      'multiPoint: { disabled: [{ name: "*" }], enabled: [{ name: NodeResourcesFit }] }',
      ['NodeResourcesFit'],
      ['NodeResourcesFit'],
    ],
    [
      'filter: { enabled: [{ name: InterPodAffinity }] }',
      ['InterPodAffinity', ...without(FILTERS, 'InterPodAffinity')],
      names(SCORES),
    ],
  ])('switch plugins off and on: %s', (plugins, filters, scores) => {
    const profile = read(`profiles: [{ schedulerName: p, plugins: { ${plugins} } }]`).profiles.get('p')
    expect(names(profile?.filters ?? [])).toEqual(filters)
    expect(names(profile?.scores ?? [])).toEqual(scores)
  })

  it('give scores a weight, and no preemption where it is switched off', () => {
    const plugins =
      'score: { enabled: [{ name: NodeAffinity, weight: 7 }] }, postFilter: { disabled: [{ name: DefaultPreemption }] }'
    const profile = read(`profiles: [{ plugins: { ${plugins} } }]`).profiles.get('default-scheduler')
    expect(profile?.scores.find(({ name }) => name === 'NodeAffinity')?.weight).toBe(7)
    expect(profile?.preempts).toBe(false)
  })
})

it('reads back-offs and the share of nodes', () => {
  expect(
    read('podInitialBackoffSeconds: 2\npodMaxBackoffSeconds: 20\npercentageOfNodesToScore: 50\nprofiles: []'),
  ).toMatchObject({ firstBackOffMs: 2000, longestBackOffMs: 20_000, share: 0.5 })
})

it.each([
  ['v1alpha2', 18],
  ['v1beta1', 19],
  ['v1beta1', 22],
  ['v1beta2', 27],
  ['v1beta3', 28],
  ['v1', 25],
] as const)('a configuration of %s is read by 1.%i', (version, release) => {
  expect(read('profiles: []', release, `orchscheduler.config.orch.io/${version}`).profiles.size).toBe(1)
})

const PLUGINS = (text: string) => `profiles: [{ plugins: { ${text} } }]`
it.each([
  ['profiles: 1', 'profiles: must be a list'],
  ['profile: []', 'profile: unknown field'],
  ['extenders: []', 'extenders: is not supported by the simulated scheduler'],
  ['profiles: [{ schedulerName: a }, {}]', 'profiles[1].schedulerName: Required value'],
  ['profiles: [{ schedulerName: a }, { schedulerName: a }]', 'profiles[1].schedulerName: Duplicate value: "a"'],
  [PLUGINS('filters: {}'), 'profiles[0].plugins.filters: unknown field'],
  [
    PLUGINS('filter: { enabled: [{ name: NoSuch }] }'),
    'profiles[0].plugins.filter.enabled[0].name: Invalid value: "NoSuch": filter plugin "NoSuch" does not exist',
  ],
  [
    PLUGINS('score: { enabled: [{ name: NodeName }] }'),
    'profiles[0].plugins.score.enabled[0].name: Invalid value: "NodeName": plugin "NodeName" does not extend score plugin',
  ],
  [
    PLUGINS('score: { enabled: [{ name: NodeAffinity }, { name: NodeAffinity }] }'),
    'profiles[0].plugins.score.enabled[1].name: Duplicate value: "NodeAffinity": plugin "NodeAffinity" already registered',
  ],
  [
    'profiles: [{ pluginConfig: [{ name: VolumeBinding, args: {} }] }]',
    'profiles[0].pluginConfig[0].args: arguments of VolumeBinding are not supported by the simulated scheduler',
  ],
  [
    'profiles: [{ pluginConfig: [{ name: NodeResourcesFit, args: { scoringStrategy: { type: Most } } }] }]',
    'profiles[0].pluginConfig[0].args.scoringStrategy.type: Unsupported value: "Most": supported values: "LeastAllocated", "MostAllocated"',
  ],
  ['podInitialBackoffSeconds: 0', 'podInitialBackoffSeconds: Invalid value: 0: must be greater than 0'],
  [
    'podInitialBackoffSeconds: 20',
    'podMaxBackoffSeconds: Invalid value: 10: must be greater than or equal to PodInitialBackoffSeconds',
  ],
  ['percentageOfNodesToScore: 101', 'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]'],
])('refuses %s', (body, message) => {
  expect(() => read(body)).toThrow(message)
})

it.each([
  ['v1', 24],
  ['v1beta3', 29],
  ['v2', 30],
] as const)('refuses %s at 1.%i', (version, release) => {
  expect(() => read('', release, `orchscheduler.config.orch.io/${version}`)).toThrow(/^apiVersion: must be /)
})

it('refuses plugins at all points together where the version has no such thing', () => {
  const body = PLUGINS('multiPoint: {}')
  expect(() => read(body, 22, 'orchscheduler.config.orch.io/v1beta2')).toThrow(
    'profiles[0].plugins.multiPoint: unknown field',
  )
})
