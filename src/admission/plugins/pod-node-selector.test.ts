import { expect, test } from 'vitest'
import { AdmissionStage, configured, podWith } from '../../testing/admission-stage'
import { podNodeSelector } from './pod-node-selector'

const CONFIG = configured(`
podNodeSelectorPluginConfig:
  clusterDefaultNodeSelector: pool=general
  ns: pool=general,env=test,env=production,tier=web
`)
const annotated = (text: string) => ({ 'scheduler.alpha.orch.io/node-selector': text })

test.each<[string, object | undefined, boolean, object | undefined, unknown]>([
  ['nothing anywhere', undefined, false, undefined, undefined],
  ['the default of the cluster', undefined, true, undefined, { pool: 'general' }],
  [
    'the default, and its own within what is allowed',
    undefined,
    true,
    { tier: 'web' },
    { pool: 'general', tier: 'web' },
  ],
  ['its own against the default', undefined, true, { pool: 'special' }, 'conflicts with its namespace'],
  ['its own that is not allowed', undefined, true, { disk: 'ssd' }, 'whitelist'],
  ['the selector of the namespace', annotated('env=production'), true, undefined, { env: 'production' }],
  [
    'the selector of the namespace and its own',
    annotated('env=test'),
    false,
    { disk: 'ssd' },
    { env: 'test', disk: 'ssd' },
  ],
  ['an empty selector of the namespace', annotated(''), true, undefined, undefined],
  ['its own against the namespace', annotated('env=test'), false, { env: 'production' }, 'conflicts'],
  ['a selector that is none', annotated('env in (a,b)'), false, undefined, "can't be read"],
])('a pod gets %s', async (_, annotations, withConfig, nodeSelector, expected) => {
  const stage = new AdmissionStage().put('namespaces', {
    metadata: { name: 'ns', ...(annotations && { annotations }) },
  })
  const plugin = podNodeSelector(stage.environment, withConfig ? CONFIG : undefined)
  const asked = { of: 'pods', object: podWith(nodeSelector ? { nodeSelector } : {}) }
  // Mutating admission refuses already, before the pod is validated.
  const mutating = { ...plugin, validate: () => undefined }
  if (typeof expected === 'string') expect(await stage.verdict(mutating, asked)).toContain(expected)
  else expect(((await stage.pass(plugin, asked))?.spec as { nodeSelector?: object }).nodeSelector).toEqual(expected)
})

test.each([
  ['podNodeSelectorPluginConfig: {ns: "a in (b)"}', 'podNodeSelectorPluginConfig.ns'],
  ['podNodeSelectorPluginConfig: {ns: 3}', 'must be a map of strings'],
  ['podNodeSelector: {}', 'unknown field "podNodeSelector"'],
])('the configuration %s is refused', (yaml, message) => {
  expect(() => podNodeSelector(new AdmissionStage().environment, configured(yaml))).toThrow(message)
})
