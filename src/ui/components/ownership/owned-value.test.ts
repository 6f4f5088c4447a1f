import { expect, test } from 'vitest'
import { fieldElement, keyElement } from '../../../managed-fields/path-element'
import { ownedValue } from './owned-value'

const deployment = {
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    containers: [{ name: 'web', image: 'web:1.4', args: Array.from({ length: 40 }, () => '--verbose') }],
  },
}
const [spec, containers] = [fieldElement('spec'), fieldElement('containers')]
const web = [spec, containers, keyElement({ name: 'web' })]

test.each([
  ['a number', [spec, fieldElement('replicas')], '3'],
  ['a field of a keyed item', [...web, fieldElement('image')], '"web:1.4"'],
  ['a structure that is owned whole', [spec, fieldElement('selector')], '{"matchLabels":{"app":"web"}}'],
  ['a field that is not there', [spec, fieldElement('paused')], undefined],
])('describes %s', (_name, path, text) => expect(ownedValue(deployment, path)).toBe(text))

test('shows the beginning of a long value', () => {
  expect(ownedValue(deployment, [...web, fieldElement('args')])).toMatch(/^\["--verbose",.{60,}…$/)
})
