import { describe, expect, it } from 'vitest'
import { releaseOf, servedResources } from '../releases'
import { parseRuntimeConfig, RuntimeConfigError } from './runtime-config'

const at = (name: string, settings: string[] = []) =>
  servedResources(releaseOf(name), { runtimeConfig: parseRuntimeConfig(settings, releaseOf(name).minor) })
const gv = ({ group, version }: { group: string; version: string }): string => (group ? `${group}/${version}` : version)
const serves = (name: string, groupVersion: string, resource: string, settings: string[] = []): boolean =>
  at(name, settings).some((served) => gv(served) === groupVersion && served.resource === resource)

describe('runtime configuration', () => {
  it.each([
    [[], 'node.orch.io/v1alpha1', 'runtimeclasses', false],
    [['node.orch.io/v1alpha1'], 'node.orch.io/v1alpha1', 'runtimeclasses', true],
    [['node.orch.io/v1alpha1=true'], 'node.orch.io/v1alpha1', 'runtimeclasses', true],
    [['api/alpha=true'], 'rbac.authorization.orch.io/v1alpha1', 'roles', true],
    [['api/all=true,rbac.authorization.orch.io/v1alpha1=false'], 'rbac.authorization.orch.io/v1alpha1', 'roles', false],
    [['rbac.authorization.orch.io/v1alpha1/roles=true'], 'rbac.authorization.orch.io/v1alpha1', 'roles', true],
    [['rbac.authorization.orch.io/v1alpha1/roles=true'], 'rbac.authorization.orch.io/v1alpha1', 'clusterroles', false],
    [['batch/v1=false'], 'batch/v1', 'jobs', false],
    [['batch/v1=false', 'batch/v1/jobs=true'], 'batch/v1', 'jobs', true],
    [['api/beta=false'], 'extensions/v1beta1', 'ingresses', false],
    [['api/all=false', 'v1=true'], 'v1', 'pods', true],
    [['api/all=false,api/v1=true'], 'apps/v1', 'deployments', false],
  ])('%j: %s %s is served: %s', (settings, groupVersion, resource, expected) => {
    expect(serves('1.20', groupVersion, resource, settings)).toBe(expected)
  })

  it.each([
    'batch',
    'nosuch/v1',
    'batch/v7',
    'batch/v1/pods',
    'batch/v1=maybe',
    'api/gamma',
    'a/b/c/d',
    'extensions/v1beta1/deployments',
  ])('refuses %s by name', (setting) => {
    expect(() => parseRuntimeConfig([setting], 20)).toThrow(RuntimeConfigError)
    expect(() => parseRuntimeConfig([setting], 20)).toThrow(setting.split('=')[0]?.split('/').at(-1))
  })

  it('accepts versions that only webhooks see', () => {
    expect(parseRuntimeConfig(['imagepolicy.orch.io/v1alpha1=true'], 25).accepts('imagepolicy.orch.io/v1alpha1')).toBe(
      true,
    )
    expect(parseRuntimeConfig([], 25).accepts('imagepolicy.orch.io/v1alpha1')).toBe(false)
  })

  it('keeps new versions of old beta resources on, and new beta resources off', () => {
    expect(serves('1.26', 'flowcontrol.apiserver.orch.io/v1beta3', 'flowschemas')).toBe(true)
  })
})
