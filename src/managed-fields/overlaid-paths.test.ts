import { expect, test } from 'vitest'
import { FieldSet } from './field-set'
import { overlaidPaths } from './overlaid-paths'
import { pathText } from './path-element'

const spec = ['f:spec', 'f:template', 'f:spec']
const container = (name: string, ...rest: string[]) => [...spec, 'f:containers', `k:{"name":"${name}"}`, ...rest]

test.each([
  [
    [
      ['f:data', 'f:a'],
      ['f:data', 'f:b'],
    ],
    ['.data.a', '.data.b'],
  ],
  [[container('c', 'f:image')], ['.spec.template.spec.containers[name="c"].image']],
  [
    [container('c', 'f:image'), container('d', 'f:image')],
    ['.spec.template.spec.containers[name="c"].image', '.spec.template.spec.containers[name="d"].image'],
  ],
  [
    [
      ['f:spec', 'f:paused'],
      ['f:spec', 'f:replicas'],
      ['f:spec', 'f:template', 'f:metadata', 'f:labels', 'f:x'],
      [...spec, 'f:dnsPolicy'],
      container('c', 'f:command'),
      container('c', 'f:image'),
      container('c', 'f:env', 'k:{"name":"B"}', 'f:value'),
      container('d', 'f:image'),
    ],
    [
      '.spec.paused',
      '.spec.replicas',
      '.spec.template.metadata.labels.x',
      '.spec.template.spec.containers',
      '.spec.template.spec.containers[name="c"].env',
      '.spec.template.spec.containers[name="c"].env',
      '.spec.template.spec.containers[name="c"].env[name="B"].value',
      '.spec.template.spec.containers[name="d"].image',
    ],
  ],
])('%j are told as %j', (paths, texts) => {
  const set = FieldSet.ofPaths(paths)
  expect(overlaidPaths([...set.paths()]).map((path) => pathText(path))).toEqual(texts)
})
