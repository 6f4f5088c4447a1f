import { describe, expect, it } from 'vitest'
import recorded from './testdata/discovery-1.20.json'
import facts from './testdata/served-resources.json'
import {
  deprecationWarning,
  groupVersions,
  RELEASES,
  releaseOf,
  servedGroups,
  servedResources,
  storageVersionOf,
  UnknownReleaseError,
} from './releases'
import { LAST_RELEASE } from './releases/rows'
import { FeatureGateError, featureGate, featureGates, parseFeatureGates } from './releases/feature-gates'
import { disabledFields, dropDisabledFields, gatedFields } from './releases/gated-fields'
import { behaves } from './releases/ledger'
import { defaultPlugins } from './releases/plugins'
import { parseRuntimeConfig } from './releases/runtime-config'
import { compareVersionNames } from './releases/version-order'
import { schemaOf } from './types'

const at = (name: string, settings: string[] = []) =>
  servedResources(releaseOf(name), { runtimeConfig: parseRuntimeConfig(settings, releaseOf(name).minor) })
const gv = ({ group, version }: { group: string; version: string }): string => (group ? `${group}/${version}` : version)
const versions = (name: string, group: string, settings: string[] = []): string[] =>
  groupVersions(at(name, settings), group, releaseOf(name))
const serves = (name: string, groupVersion: string, resource: string, settings: string[] = []): boolean =>
  at(name, settings).some((served) => gv(served) === groupVersion && served.resource === resource)

describe('releases', () => {
  it('are found by name', () => {
    expect(releaseOf('1.25').minor).toBe(25)
    expect(releaseOf('v1.20.4').name).toBe('1.20')
    for (const text of ['1.14', `1.${LAST_RELEASE + 1}`, '2.0', '', '25', '1.x'])
      expect(() => releaseOf(text)).toThrow(UnknownReleaseError)
  })

  it('serve at 1.20 the resources recorded from a real server', () => {
    const actual: Record<string, unknown> = {}
    for (const served of at('1.20')) {
      const { group, version, resource, kind, namespaced, verbs, shortNames, categories, subresources } = served
      const list = (actual[gv({ group, version })] ??= {}) as Record<string, unknown>
      list[resource] = {
        kind,
        namespaced,
        verbs,
        ...(shortNames.length && { shortNames }),
        ...(categories.length && { categories }),
      }
      for (const sub of subresources)
        list[`${resource}/${sub.name}`] = {
          kind: sub.kind,
          ...(sub.version && { group: sub.group, version: sub.version }),
          namespaced,
          verbs: sub.verbs,
        }
    }
    const expected = Object.fromEntries(
      Object.entries(recorded.groupVersions).map(([name, { resources }]) => [name, resources]),
    )
    expect(actual).toEqual(expected)
  })

  it('list groups and prefer versions at 1.20 as recorded', () => {
    const groups = [
      ...new Set(
        Object.keys(recorded.groupVersions)
          .filter((name) => name !== 'v1')
          .map((name) => name.split('/')[0]),
      ),
    ]
    expect(servedGroups(at('1.20'))).toEqual(groups)
    const preferred = Object.entries(recorded.groupVersions).flatMap(([name, entry]) =>
      'preferred' in entry && entry.preferred ? [name] : [],
    )
    expect(groups.map((group) => `${group}/${versions('1.20', group ?? '')[0]}`)).toEqual(preferred)
  })

  it.each(['1.20', '1.26'] as const)('serve at %s with everything on that the facts know of, what they say', (name) => {
    const feature = (): boolean => true
    const release = releaseOf(name)
    const on = servedResources(release, {
      runtimeConfig: parseRuntimeConfig([name === '1.20' ? 'api/all=true' : 'api/beta=true'], release.minor),
      feature,
    })
    const actual = on.flatMap((served) => [
      `${gv(served)} ${served.resource}`,
      ...served.subresources.map((sub) => `${gv(served)} ${served.resource}/${sub.name}`),
    ])
    const expected = Object.keys(facts.releases[name]).filter((key) => !key.endsWith('/'))
    // Of the subresource that a gate of 1.20 switches on, the facts know nothing.
    const extra = name === '1.20' ? ['v1 pods/ephemeralcontainers'] : []
    expect(actual.filter((key) => !extra.includes(key)).sort()).toEqual(expected.sort())
  })

  const everything = (name: string) =>
    servedResources(releaseOf(name), {
      runtimeConfig: { serves: () => true, accepts: () => true },
      feature: () => true,
    })

  it('know the type of everything they serve', () => {
    for (const release of RELEASES)
      for (const served of servedResources(release)) expect(schemaOf(served.typeName), served.typeName).toBeDefined()
  })

  it.each([
    ['extensions/v1beta1', 'deployments', 15, 15],
    ['apps/v1beta1', 'statefulsets', 15, 15],
    ['apps/v1beta2', 'replicasets', 15, 15],
    ['extensions/v1beta1', 'ingresses', 15, 21],
    ['networking.orch.io/v1', 'ingresses', 19, LAST_RELEASE],
    ['networking.orch.io/v1', 'networkpolicies', 15, LAST_RELEASE],
    ['admissionregistration.orch.io/v1', 'mutatingwebhookconfigurations', 16, LAST_RELEASE],
    ['apiextensions.orch.io/v1beta1', 'customresourcedefinitions', 15, 21],
    ['batch/v1beta1', 'cronjobs', 15, 24],
    ['batch/v1', 'cronjobs', 21, LAST_RELEASE],
    ['discovery.orch.io/v1beta1', 'endpointslices', 17, 24],
    ['policy/v1beta1', 'podsecuritypolicies', 15, 24],
    ['autoscaling/v2beta1', 'horizontalpodautoscalers', 15, 24],
    ['autoscaling/v2beta2', 'horizontalpodautoscalers', 15, 25],
    ['autoscaling/v2', 'horizontalpodautoscalers', 23, LAST_RELEASE],
    ['storage.orch.io/v1beta1', 'csistoragecapacities', 21, 26],
    ['storage.orch.io/v1', 'csidrivers', 18, LAST_RELEASE],
    ['flowcontrol.apiserver.orch.io/v1beta1', 'flowschemas', 20, 25],
    ['flowcontrol.apiserver.orch.io/v1beta2', 'flowschemas', 23, 28],
    ['flowcontrol.apiserver.orch.io/v1beta3', 'flowschemas', 26, 31],
    ['flowcontrol.apiserver.orch.io/v1', 'flowschemas', 29, LAST_RELEASE],
    ['admissionregistration.orch.io/v1', 'validatingadmissionpolicies', 30, LAST_RELEASE],
    ['authentication.orch.io/v1', 'selfsubjectreviews', 28, LAST_RELEASE],
    ['admissionregistration.orch.io/v1', 'mutatingadmissionpolicies', 36, LAST_RELEASE],
    ['networking.orch.io/v1', 'ipaddresses', 33, LAST_RELEASE],
    ['networking.orch.io/v1', 'servicecidrs', 33, LAST_RELEASE],
    ['resource.orch.io/v1', 'resourceclaims', 34, LAST_RELEASE],
    ['storage.orch.io/v1', 'volumeattributesclasses', 34, LAST_RELEASE],
    ['node.orch.io/v1', 'runtimeclasses', 20, LAST_RELEASE],
  ])('serve %s %s from 1.%i to 1.%i', (groupVersion, resource, first, last) => {
    const serving = RELEASES.filter(({ name }) => serves(name, groupVersion, resource)).map(({ minor }) => minor)
    expect([serving[0], serving.at(-1), serving.length]).toEqual([first, last, last - first + 1])
  })

  it('never serve a resource in no version between two releases that serve it', () => {
    for (const { group, resource } of at('1.20'))
      for (const release of RELEASES.filter(({ minor }) => minor >= 20 && minor < 25))
        if (resource !== 'podsecuritypolicies' && group !== 'extensions')
          expect(
            servedResources(release).some((served) => served.group === group && served.resource === resource),
            `${group} ${resource} ${release.name}`,
          ).toBe(true)
  })

  it.each([
    ['1.20', ['networking.orch.io', 'ingresses'], 'networking.orch.io/v1'],
    ['1.19', ['networking.orch.io', 'ingresses'], 'networking.orch.io/v1beta1'],
    ['1.20', ['extensions', 'ingresses'], 'networking.orch.io/v1'],
    ['1.15', ['extensions', 'deployments'], 'apps/v1'],
    ['1.21', ['batch', 'cronjobs'], 'batch/v1beta1'],
    ['1.22', ['batch', 'cronjobs'], 'batch/v1'],
    ['1.23', ['autoscaling', 'horizontalpodautoscalers'], 'autoscaling/v1'],
    ['1.24', ['autoscaling', 'horizontalpodautoscalers'], 'autoscaling/v2'],
    ['1.25', ['events.orch.io', 'events'], 'v1'],
    ['1.26', ['flowcontrol.apiserver.orch.io', 'flowschemas'], 'flowcontrol.apiserver.orch.io/v1beta2'],
    ['1.27', ['flowcontrol.apiserver.orch.io', 'flowschemas'], 'flowcontrol.apiserver.orch.io/v1beta3'],
    ['1.29', ['flowcontrol.apiserver.orch.io', 'flowschemas'], 'flowcontrol.apiserver.orch.io/v1beta3'],
    ['1.30', ['flowcontrol.apiserver.orch.io', 'flowschemas'], 'flowcontrol.apiserver.orch.io/v1'],
    ['1.34', ['resource.orch.io', 'resourceclaims'], 'resource.orch.io/v1beta2'],
    ['1.35', ['resource.orch.io', 'resourceclaims'], 'resource.orch.io/v1'],
    ['1.35', ['scheduling.orch.io', 'workloads'], 'scheduling.orch.io/v1alpha1'],
    ['1.36', ['scheduling.orch.io', 'workloads'], 'scheduling.orch.io/v1alpha2'],
    ['1.36', ['admissionregistration.orch.io', 'mutatingadmissionpolicies'], 'admissionregistration.orch.io/v1beta1'],
  ] as const)('store at %s %j as %s', (name, [group, resource], expected) => {
    expect(gv(storageVersionOf(group, resource, releaseOf(name).minor))).toBe(expected)
  })

  it('store no version that the next older release could not read', () => {
    for (const release of RELEASES.slice(1)) {
      const older = servedResources(
        { ...release, minor: release.minor - 1 },
        { runtimeConfig: { serves: () => true, accepts: () => true } },
      )
      for (const { group, version, resource, storage } of servedResources(release))
        if (storage && older.some((served) => served.group === group && served.resource === resource))
          expect(
            older.some(
              (served) => served.group === group && served.resource === resource && served.version === version,
            ),
            `${release.name} ${group}/${version} ${resource}`,
          ).toBe(true)
    }
  })

  it('warn with replacement and removal', () => {
    const warning = (name: string, groupVersion: string, resource: string): string | undefined => {
      const served = at(name).find((candidate) => gv(candidate) === groupVersion && candidate.resource === resource)
      return served && deprecationWarning(served)
    }
    expect(warning('1.20', 'extensions/v1beta1', 'ingresses')).toBe(
      'extensions/v1beta1 Ingress is deprecated in v1.14+, unavailable in v1.22+; use networking.orch.io/v1 Ingress',
    )
    expect(warning('1.20', 'batch/v1beta1', 'cronjobs')).toBeUndefined()
    expect(warning('1.21', 'batch/v1beta1', 'cronjobs')).toBe(
      'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob',
    )
    expect(warning('1.24', 'policy/v1beta1', 'podsecuritypolicies')).toBe(
      'policy/v1beta1 PodSecurityPolicy is deprecated in v1.21+, unavailable in v1.25+',
    )
    expect(warning('1.25', 'v1', 'componentstatuses')).toBe('v1 ComponentStatus is deprecated in v1.19+')
    expect(warning('1.29', 'flowcontrol.apiserver.orch.io/v1beta3', 'flowschemas')).toBe(
      'flowcontrol.apiserver.orch.io/v1beta3 FlowSchema is deprecated in v1.29+, unavailable in v1.32+; use flowcontrol.apiserver.orch.io/v1 FlowSchema',
    )
    expect(warning('1.25', 'autoscaling/v2beta2', 'horizontalpodautoscalers')).toContain(
      'use autoscaling/v2 HorizontalPodAutoscaler',
    )
    expect(warning('1.20', 'networking.orch.io/v1beta1', 'ingressclasses')).toBe(
      'networking.orch.io/v1beta1 IngressClass is deprecated in v1.19+, unavailable in v1.22+; use networking.orch.io/v1 IngressClassList',
    )
  })

  it.each([
    ['1.22', 'autoscaling/v2beta1', 'horizontalpodautoscalers', 22, 25, 'autoscaling/v2beta2'],
    ['1.24', 'autoscaling/v2beta1', 'horizontalpodautoscalers', 22, 25, 'autoscaling/v2'],
    ['1.23', 'autoscaling/v2beta2', 'horizontalpodautoscalers', 23, 26, undefined],
    ['1.24', 'events.orch.io/v1beta1', 'events', 22, 25, undefined],
    ['1.24', 'node.orch.io/v1beta1', 'runtimeclasses', 22, 25, undefined],
    ['1.23', 'flowcontrol.apiserver.orch.io/v1beta1', 'flowschemas', 23, 26, undefined],
    ['1.24', 'flowcontrol.apiserver.orch.io/v1beta1', 'flowschemas', 23, 26, 'flowcontrol.apiserver.orch.io/v1beta2'],
    ['1.22', 'storage.orch.io/v1alpha1', 'volumeattachments', 21, 24, 'storage.orch.io/v1'],
    ['1.21', 'storage.orch.io/v1alpha1', 'csistoragecapacities', 21, 24, 'storage.orch.io/v1beta1'],
    ['1.31', 'certificates.orch.io/v1alpha1', 'clustertrustbundles', 29, 32, undefined],
    ['1.34', 'certificates.orch.io/v1alpha1', 'clustertrustbundles', 34, 37, undefined],
    ['1.33', 'storage.orch.io/v1alpha1', 'volumeattributesclasses', 32, 35, undefined],
    ['1.34', 'storagemigration.orch.io/v1alpha1', 'storageversionmigrations', 33, 36, undefined],
  ])('announce at %s of %s %s: deprecated 1.%i, removed 1.%i, use %s', (name, groupVersion, resource, ...told) => {
    const { deprecated } = everything(name).find((one) => gv(one) === groupVersion && one.resource === resource) ?? {}
    const { since, removed, replacement } = deprecated ?? {}
    expect([since, removed, replacement && gv(replacement)]).toEqual(told)
  })

  it.each([
    ['1.32', 'certificates.orch.io/v1alpha1', 'clustertrustbundles'],
    ['1.29', 'networking.orch.io/v1alpha1', 'servicecidrs'],
  ])('announce no end at %s of %s %s', (name, groupVersion, resource) => {
    const served = everything(name).find((one) => gv(one) === groupVersion && one.resource === resource)
    expect(served).toBeDefined()
    expect(served?.deprecated).toBeUndefined()
  })

  it.each([
    ['1.28', 'networking.orch.io/v1alpha1', 'servicecidrs'],
    ['1.33', 'networking.orch.io/v1alpha1', 'servicecidrs'],
    ['1.23', 'storage.orch.io/v1alpha1', 'volumeattachments'],
    ['1.17', 'storage.orch.io/v1', 'csidrivers'],
  ])('cannot serve at %s %s %s', (name, groupVersion, resource) => {
    expect(everything(name).some((one) => gv(one) === groupVersion && one.resource === resource)).toBe(false)
  })
})

describe('versions', () => {
  it('are ordered by stability, then by number', () => {
    const names = ['foo10', 'v1', 'v2beta2', 'v10', 'v11alpha2', 'v3beta1', 'v12alpha1', 'v2', 'foo1', 'v11beta2']
    expect(names.sort(compareVersionNames)).toEqual([
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v3beta1',
      'v2beta2',
      'v12alpha1',
      'v11alpha2',
      'foo1',
      'foo10',
    ])
  })

  it.each([
    ['1.20', 'autoscaling', ['v1', 'v2beta1', 'v2beta2']],
    ['1.23', 'autoscaling', ['v1', 'v2', 'v2beta1', 'v2beta2']],
    ['1.24', 'autoscaling', ['v2', 'v1', 'v2beta1', 'v2beta2']],
    ['1.21', 'policy', ['v1beta1', 'v1']],
    ['1.22', 'policy', ['v1', 'v1beta1']],
    ['1.25', 'extensions', []],
  ])('at %s %s are %j', (name, group, expected) => {
    expect(versions(name, group)).toEqual(expected)
  })
})

describe('feature gates', () => {
  it.each([
    ['ServerSideFieldValidation', 22, undefined],
    ['ServerSideFieldValidation', 24, { stage: 'alpha', default: false, locked: false }],
    ['ServerSideFieldValidation', 25, { stage: 'beta', default: true, locked: false }],
    ['ServerSideFieldValidation', 27, { stage: 'ga', default: true, locked: true }],
    ['APIListChunking', 25, { stage: 'beta', default: true }],
    ['JobTrackingWithFinalizers', 24, { stage: 'beta', default: false }],
    ['BoundServiceAccountTokenVolume', 20, { stage: 'alpha', default: false }],
    ['BoundServiceAccountTokenVolume', 24, undefined],
  ])('%s at 1.%i', (name, release, expected) => {
    if (expected) expect(featureGate(name, release)).toMatchObject(expected)
    else expect(featureGate(name, release)).toBeUndefined()
  })

  it('go through their stages in order, in every release', () => {
    for (const { minor } of RELEASES) expect(featureGates(minor).length).toBeGreaterThan(20)
  })

  it('keep their last default after their name was removed', () => {
    const { enabled } = parseFeatureGates([], 25)
    expect(enabled('BoundServiceAccountTokenVolume')).toBe(true)
    expect(enabled('NetworkPolicyStatus')).toBe(false)
    expect(enabled('PodSchedulingReadiness')).toBe(false)
  })

  it('are switched, one by one or by stage', () => {
    const gates = parseFeatureGates(['AllAlpha=true,NetworkPolicyStatus=false', 'APIListChunking=false'], 25)
    expect(gates.enabled('MaxUnavailableStatefulSet')).toBe(true)
    expect(gates.enabled('NetworkPolicyStatus')).toBe(false)
    expect(gates.enabled('APIListChunking')).toBe(false)
    expect(gates.enabled('CronJobTimeZone')).toBe(true)
    expect(gates.warnings).toEqual([])
    expect(parseFeatureGates(['AllBeta=false'], 25).enabled('CronJobTimeZone')).toBe(false)
  })

  it('warn where they have no effect any more', () => {
    expect(parseFeatureGates(['ServerSideApply=true'], 25).warnings).toEqual([
      expect.stringContaining('ServerSideApply'),
    ])
  })

  it.each([
    ['ServerSideApply=false', 'ServerSideApply'],
    ['Nonsense=true', 'Nonsense'],
    ['SuspendJob=true', 'removed in release 1.26'],
    ['BoundServiceAccountTokenVolume=true', 'removed in release 1.24'],
    ['CSRDuration', 'no value'],
    ['CronJobTimeZone=perhaps', 'perhaps'],
  ])('refuse %s', (setting, text) => {
    expect(() => parseFeatureGates([setting], 26)).toThrow(FeatureGateError)
    expect(() => parseFeatureGates([setting], 26)).toThrow(text)
  })

  it('are refused before their release', () => {
    expect(() => parseFeatureGates(['CronJobTimeZone=true'], 23)).toThrow('came with release 1.24')
  })
})

describe('fields behind gates', () => {
  it('exist', () => {
    for (const { gate, type, fields } of gatedFields())
      for (const field of fields) expect(schemaOf(type)?.fields?.has(field), `${gate}: ${type}.${field}`).toBe(true)
  })

  it('are dropped on writes while their gate is off, unless the stored object uses them', () => {
    const schema = schemaOf('batch.v1.CronJob')
    if (!schema) throw new Error('no CronJob')
    const job = {
      spec: { timeZone: 'UTC', schedule: '* * * * *', jobTemplate: { spec: { suspend: true, parallelism: 1 } } },
    }
    const off = disabledFields(parseFeatureGates([], 20).enabled, 20)
    const bare = { spec: { schedule: '* * * * *', jobTemplate: { spec: { parallelism: 1 } } } }
    expect(dropDisabledFields(job, schema, off)).toEqual(bare)
    expect(dropDisabledFields(job, schema, off, bare)).toEqual(bare)
    expect(dropDisabledFields(job, schema, off, { spec: { timeZone: 'Asia/Tokyo' } })).toEqual({
      spec: { ...bare.spec, timeZone: 'UTC' },
    })
    expect(dropDisabledFields(job, schema, disabledFields(parseFeatureGates([], 25).enabled, 25))).toBe(job)
  })

  it('are dropped within the kinds that drop them', () => {
    const spec = { ttlSecondsAfterFinished: 5 }
    const off = disabledFields(parseFeatureGates([], 20).enabled, 20)
    const kept = (type: string, object: object) => {
      const schema = schemaOf(type)
      return schema && dropDisabledFields(object, schema, off)
    }
    expect(kept('batch.v1.Job', { spec })).toEqual({ spec: {} })
    expect(kept('batch.v1beta1.CronJob', { spec: { jobTemplate: { spec } } })).toEqual({
      spec: { jobTemplate: { spec } },
    })
  })
})

describe('behaviours', () => {
  it('follow the release', () => {
    expect([21, 22].map((minor) => behaves('managed-fields-subresource', minor))).toEqual([false, true])
    expect([24, 25].map((minor) => behaves('seccomp-fields-copied-to-annotations', minor))).toEqual([true, false])
    const plugins = (minor: number): readonly string[] => defaultPlugins(minor, parseFeatureGates([], minor).enabled)
    expect(plugins(25)).toContain('PodSecurity')
    expect(plugins(22)).not.toContain('PodSecurity')
    expect(plugins(25)).toHaveLength(18)
  })
})
