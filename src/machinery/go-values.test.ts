import { expect, test } from 'vitest'
import { goQuantity, goResources } from './go-quantity'
import { goUntyped } from './go-untyped'
import {
  goBytes,
  goIntOrString,
  goNil,
  goSelector,
  goJsonText,
  goText,
  goTime,
  goTexts,
  goStructJson,
} from './go-values'

test.each<[string, unknown, string]>([
  ['a text', 'a', '"a"'],
  ['nothing', undefined, '"null"'],
  ['null', null, '"null"'],
  ['a number', -3, '-3'],
  ['texts', ['a', 'b'], '[]string{"a", "b"}'],
  ['texts that are not there', goTexts(undefined), '[]string(nil)'],
  ['a map', { b: '2', a: '1' }, 'map[string]string{"a":"1", "b":"2"}'],
  ['a map that is not there', goNil('map[string]string'), 'map[string]string(nil)'],
  ['a number or a percentage', goIntOrString('5%'), 'intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}'],
  ['a selector that is not there', goSelector(undefined), '"null"'],
  [
    'a selector of labels',
    goSelector({ matchLabels: { app: 'a' } }),
    'v1.LabelSelector{MatchLabels:map[string]string{"app":"a"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
  ],
  [
    'a selector of expressions',
    goSelector({ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }),
    'v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:' +
      '[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"k", Operator:"In", Values:[]string{"v"}}}}',
  ],
  ['bytes', goBytes(new Uint8Array([1, 255])), '[]byte{0x1, 0xff}'],
  ['many bytes', goBytes(new Uint8Array(60)), `[]byte{${'0x0, '.repeat(50)}…}`],
  ['a large struct', goStructJson('core.Thing', { a: 1 }), 'core.Thing{"a":1}'],
  [
    'a struct that is too large',
    goStructJson('core.Thing', { a: 'x'.repeat(400) }),
    `core.Thing{"a":"${'x'.repeat(295)}…}`,
  ],
])('prints %s', (_what, value, text) => expect(goText(value)).toBe(text))

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'null'],
  ['a number', -3, '-3'],
  ['texts', ['a', '<b>'], String.raw`["a","\u003cb\u003e"]`],
  ['texts that are not there', goTexts(undefined), 'null'],
  ['a map in order', { b: '2', a: '1' }, '{"a":"1","b":"2"}'],
  ['a percentage', goIntOrString('5%'), '"5%"'],
  ['a number instead of a percentage', goIntOrString(5), '5'],
  ['a selector that is not there', goSelector(undefined), 'null'],
  [
    'a selector without empty members',
    goSelector({ matchLabels: { app: 'a' }, matchExpressions: [] }),
    '{"matchLabels":{"app":"a"}}',
  ],
  [
    'a selector of expressions',
    goSelector({ matchExpressions: [{ key: 'k', operator: 'Exists', values: [] }] }),
    '{"matchExpressions":[{"key":"k","operator":"Exists"}]}',
  ],
  ['bytes', goBytes(new Uint8Array([1, 255])), '"Af8="'],
  ['a time', goTime('2026-01-02T03:04:05Z'), '"2026-01-02T03:04:05Z"'],
  ['a quantity', goQuantity('1500m'), '"1500m"'],
  ['resources', goResources({ memory: '1Gi', cpu: 2 }), '{"cpu":"2","memory":"1Gi"}'],
  ['a struct of an internal type', goStructJson('core.Thing', { aB: [{ c: 1 }] }), '{"AB":[{"C":1}]}'],
  ['a struct of a published type', goStructJson('v1.OwnerReference', { kind: 'A' }), '{"kind":"A"}'],
  [
    'a value of an unknown type',
    goUntyped({ b: [true, null], a: { d: 1, c: 'x' } }),
    '{"a":{"c":"x","d":1},"b":[true,null]}',
  ],
])('prints %s as JSON', (_what, value, text) => expect(goJsonText(value)).toBe(text))
