import { expect, test } from 'vitest'
import { AdmissionStage, configured, podWith } from '../../testing/admission-stage'
import { podTolerationRestriction } from './pod-toleration-restriction'

const equal = (key: string, value: string, more: object = {}) => ({
  key,
  operator: 'Equal',
  value,
  effect: 'NoSchedule',
  ...more,
})
const exists = (key: string, more: object = {}) => ({ key, operator: 'Exists', effect: 'NoSchedule', ...more })
const PRESSURE = exists('node.orch.io/memory-pressure')
const DEFAULTS = 'scheduler.alpha.orch.io/defaultTolerations'
const ALLOWED = 'scheduler.alpha.orch.io/tolerationsWhitelist'
const CLUSTER = configured(`
apiVersion: podtolerationrestriction.admission.orch.io/v1alpha1
kind: Configuration
default: [{key: cluster, operator: Exists, effect: NoSchedule}]
whitelist: [{key: cluster, operator: Exists}, {key: own, operator: Exists}]
`)
const SIZED = { containers: [{ name: 'c', resources: { requests: { cpu: '1' } } }] }

const rows: readonly (readonly [string, Record<string, unknown>, boolean, object, unknown])[] = [
  ['nothing', {}, false, {}, undefined],
  ['its own', {}, false, { tolerations: [equal('own', 'a')] }, [equal('own', 'a')]],
  ['a size', {}, false, SIZED, [PRESSURE]],
  [
    'defaults of the namespace',
    { [DEFAULTS]: [equal('team', 'red')] },
    false,
    { tolerations: [exists('own')] },
    [exists('own'), equal('team', 'red')],
  ],
  [
    'a wider one of its own',
    { [DEFAULTS]: [equal('team', 'red')] },
    false,
    { tolerations: [exists('team')] },
    [exists('team')],
  ],
  [
    'a narrower one of its own',
    { [DEFAULTS]: [exists('team')] },
    false,
    { tolerations: [equal('team', 'red')] },
    [exists('team')],
  ],
  [
    'another value of its own',
    { [DEFAULTS]: [equal('team', 'red')] },
    false,
    { tolerations: [equal('team', 'blue')] },
    'conflicts',
  ],
  ['defaults of the cluster', {}, true, {}, [exists('cluster')]],
  ['none, as the namespace says', { [DEFAULTS]: [] }, true, {}, undefined],
  ['what the cluster allows', {}, true, { tolerations: [equal('own', 'a')] }, [equal('own', 'a'), exists('cluster')]],
  ['what the cluster does not allow', {}, true, { tolerations: [exists('other')] }, 'cluster whitelist'],
  [
    'what the namespace allows',
    { [ALLOWED]: [exists('other', { effect: '' })], [DEFAULTS]: [] },
    true,
    { tolerations: [exists('other')] },
    [exists('other')],
  ],
  [
    'what the namespace does not allow',
    { [ALLOWED]: [equal('team', 'red')] },
    false,
    { tolerations: [equal('team', 'blue')] },
    'namespace whitelist',
  ],
  [
    'a longer time than allowed',
    { [ALLOWED]: [exists('a', { effect: 'NoExecute', tolerationSeconds: 10 })] },
    false,
    { tolerations: [exists('a', { effect: 'NoExecute', tolerationSeconds: 11 })] },
    'namespace whitelist',
  ],
  [
    'a shorter time than allowed',
    { [ALLOWED]: [exists('a', { effect: 'NoExecute', tolerationSeconds: 10 })] },
    false,
    { tolerations: [exists('a', { effect: 'NoExecute', tolerationSeconds: 9 })] },
    [exists('a', { effect: 'NoExecute', tolerationSeconds: 9 })],
  ],
]
test.each(rows)('a pod with %s', async (_, annotations, withCluster, spec, expected) => {
  const texts = Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key, JSON.stringify(value)]))
  const stage = new AdmissionStage().put('namespaces', { metadata: { name: 'ns', annotations: texts } })
  const plugin = podTolerationRestriction(stage.environment, withCluster ? CLUSTER : undefined)
  const asked = { of: 'pods', object: podWith(spec) }
  // Mutating admission refuses already, before the pod is validated.
  const mutating = { ...plugin, validate: () => undefined }
  if (typeof expected === 'string') expect(await stage.verdict(mutating, asked)).toContain(expected)
  else expect(((await stage.pass(plugin, asked))?.spec as { tolerations?: unknown }).tolerations).toEqual(expected)
})

test.each(['[', '{}', '[1]'])('an annotation that says %s refuses pods', async (text) => {
  const stage = new AdmissionStage().put('namespaces', { metadata: { name: 'ns', annotations: { [DEFAULTS]: text } } })
  expect(await stage.verdict(podTolerationRestriction(stage.environment), { of: 'pods', object: podWith() })).toContain(
    `annotation ${DEFAULTS}`,
  )
})
test('updates get no defaults', async () => {
  const stage = new AdmissionStage().put('namespaces', {
    metadata: { name: 'ns', annotations: { [DEFAULTS]: JSON.stringify([exists('team')]) } },
  })
  const asked = { of: 'pods', object: podWith(), oldObject: podWith() }
  expect(await stage.pass(podTolerationRestriction(stage.environment), asked)).toEqual(podWith())
})
test('unknown fields of a configuration are refused', () => {
  const yaml = 'apiVersion: podtolerationrestriction.admission.orch.io/v1alpha1\nkind: Configuration\ndefaults: []'
  expect(() => podTolerationRestriction(new AdmissionStage().environment, configured(yaml))).toThrow('"defaults"')
})
