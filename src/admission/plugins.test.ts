import { expect, test } from 'vitest'
import { AdmissionStage } from '../testing/admission-stage'
import { PLUGINS } from '../api/releases/plugins'
import { createAdmissionPlugins, knownPlugins } from './plugins'

const files = (texts: Record<string, string> = {}) => ({
  read: (name: string) => {
    const text = texts[name]
    return text === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(text)
  },
})
const names = async (
  release: number,
  {
    enable = [],
    disable = [],
    config,
    texts = {},
    flags = {},
  }: {
    enable?: string[]
    disable?: string[]
    config?: string
    texts?: Record<string, string>
    flags?: Record<string, string>
  } = {},
) => {
  const plugins = await createAdmissionPlugins(new AdmissionStage(release, flags).environment, {
    enable,
    disable,
    configFile: config,
    files: files(texts),
  })
  return plugins.map(({ name }) => name)
}

const DEFAULTS = [
  'NamespaceLifecycle',
  'LimitRanger',
  'ServiceAccount',
  'TaintNodesByCondition',
  'PodSecurity',
  'Priority',
  'DefaultTolerationSeconds',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
]

test('the default plugins, in execution order', async () => expect(await names(25)).toEqual(DEFAULTS))
const LATER: readonly (readonly [string, number, number | undefined])[] = [
  ['SecurityContextDeny', 15, 30],
  ['PersistentVolumeLabel', 15, 31],
  ['ClusterTrustBundleAttest', 27, undefined],
  ['PodTopologyLabels', 33, undefined],
  ['NodeDeclaredFeatureValidator', 35, undefined],
  ['PodResizeValidator', 36, undefined],
]
test.each(LATER)('%s exists from release 1.%i until 1.%s', (name, since, removed) => {
  const releases = Array.from({ length: 22 }, (_, i) => i + 15)
  const has = releases.filter((release) => knownPlugins(release).some((row) => row.name === name))
  expect(has).toEqual(releases.filter((release) => release >= since && release < (removed ?? Infinity)))
})
test('the default plugins of the newest release, in execution order', async () =>
  expect(await names(36)).toEqual([
    ...DEFAULTS.slice(0, DEFAULTS.indexOf('CertificateSubjectRestriction')),
    'ClusterTrustBundleAttest',
    'CertificateSubjectRestriction',
    'DefaultIngressClass',
    'PodTopologyLabels',
    'NodeDeclaredFeatureValidator',
    'PodResizeValidator',
    'MutatingAdmissionPolicy',
    'MutatingAdmissionWebhook',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionWebhook',
    'ResourceQuota',
  ]))
test('the order of plugins in the flag does not matter', async () => {
  const on = await names(25, { enable: ['NodeRestriction', 'AlwaysPullImages', 'Priority', 'NamespaceAutoProvision'] })
  expect(on.filter((name) => !DEFAULTS.includes(name))).toEqual([
    'NamespaceAutoProvision',
    'NodeRestriction',
    'AlwaysPullImages',
  ])
  expect(on.indexOf('NamespaceAutoProvision')).toBeLessThan(on.indexOf('NamespaceLifecycle'))
})
test('defaults can be left out', async () => {
  expect(await names(25, { disable: ['PodSecurity', 'ResourceQuota'] })).toEqual(
    DEFAULTS.filter((name) => name !== 'PodSecurity' && name !== 'ResourceQuota'),
  )
})

test.each([
  [22, 'PodSecurity', false],
  [23, 'PodSecurity', true],
  [17, 'DefaultIngressClass', false],
  [18, 'DefaultIngressClass', true],
])('release 1.%i has %s on by default: %s', async (release, name, expected) => {
  expect((await names(release)).includes(name)).toBe(expected)
})
test('a feature gate enables its plugin', async () => {
  expect(await names(22, { flags: { 'feature-gates': 'PodSecurity=true' } })).toContain('PodSecurity')
})

test.each([
  [25, { enable: ['Nonsense'] }, '--enable-admission-plugins: plugin "Nonsense" is unknown'],
  [25, { disable: ['Nonsense'] }, '--disable-admission-plugins: plugin "Nonsense" is unknown'],
  [25, { enable: ['PodSecurityPolicy'] }, 'removed in release 1.25'],
  [20, { enable: ['PodSecurity'] }, 'came with release 1.22'],
  [25, { enable: ['Priority'], disable: ['Priority'] }, 'both name Priority'],
  [25, { config: 'no.yaml' }, "no.yaml can't be read: no such file"],
])('release 1.%i refuses %j', async (release, settings, message) => {
  await expect(names(release, settings)).rejects.toThrow(message)
})

const KIND = 'apiVersion: apiserver.config.orch.io/v1\nkind: AdmissionConfiguration\n'
const SELECTOR = 'podNodeSelectorPluginConfig: {clusterDefaultNodeSelector: a=b}'
test.each([
  ['embedded', { 'd/a.yaml': `${KIND}plugins: [{name: PodNodeSelector, configuration: {${SELECTOR}}}]` }],
  [
    'in a file beside it',
    { 'd/a.yaml': `${KIND}plugins: [{name: PodNodeSelector, path: s.yaml}]`, 'd/s.yaml': SELECTOR },
  ],
  [
    'in a file anywhere',
    { 'd/a.yaml': `${KIND}plugins: [{name: PodNodeSelector, path: /s.yaml}]`, '/s.yaml': SELECTOR },
  ],
  ['in the old way', { 'd/a.yaml': SELECTOR }],
  ['of a plugin that is off', { 'd/a.yaml': `${KIND}plugins: [{name: EventRateLimit, configuration: {}}]` }],
  ['that says nothing', { 'd/a.yaml': `${KIND}plugins: [{name: PodNodeSelector}]` }],
])('a configuration %s', async (_, texts) => {
  const on = await names(25, {
    enable: ['PodNodeSelector'],
    config: 'd/a.yaml',
    texts: texts,
  })
  expect(on).toContain('PodNodeSelector')
})

test.each([
  ['[', 'a.yaml'],
  ['kind: Pod\napiVersion: v1', 'kind must be "AdmissionConfiguration", not "Pod"'],
  ['kind: AdmissionConfiguration\napiVersion: v1', 'apiVersion must be "apiserver.config.orch.io/v1"'],
  [`${KIND}plugin: []`, 'unknown field "plugin"'],
  [`${KIND}plugins: {}`, 'plugins must be a list'],
  [`${KIND}plugins: [{name: Nonsense}]`, 'plugins[0].name: there is no plugin "Nonsense"'],
  [`${KIND}plugins: [{name: Priority, configuration: {a: 1}}]`, 'plugin Priority takes no configuration'],
  [
    `${KIND}plugins: [{name: PodNodeSelector, configuration: {}}, {name: PodNodeSelector, path: b}]`,
    'configured twice',
  ],
  [`${KIND}plugins: [{name: PodNodeSelector, configuration: {}, path: b}]`, 'exclude each other'],
  [`${KIND}plugins: [{name: PodNodeSelector, path: b.yaml}]`, "b.yaml can't be read"],
  [
    `${KIND}plugins: [{name: PodNodeSelector, configuration: {typo: 1}}]`,
    'a.yaml: PodNodeSelector: unknown field "typo"',
  ],
  [`${SELECTOR}\nother: 1`, 'unknown field "other"'],
])('the configuration %j is refused', async (text, message) => {
  await expect(names(25, { enable: ['PodNodeSelector'], config: 'a.yaml', texts: { 'a.yaml': text } })).rejects.toThrow(
    message,
  )
})

test('names of plugins are unique, and each release accepts the plugins that it knows', async () => {
  expect(new Set(PLUGINS.map(({ name }) => name)).size).toBe(PLUGINS.length)
  for (const release of [15, 20, 25, 27]) {
    const known = knownPlugins(release).filter(({ configurable }) => !configurable)
    const on = await names(release, { enable: known.map(({ name }) => name) })
    for (const { name } of known) expect(on).toContain(name)
  }
})
