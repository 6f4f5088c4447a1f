import { expect, it } from 'vitest'
import { complete } from './complete'
import { openText } from './complete-text'
import { Environment } from './environment'
import { listOf, mapOf, objectType, STRING, textAmong } from './types'

const PHASES = textAmong(['Bound', 'Lost'])
const OBJECT = objectType('Object', {
  phase: PHASES,
  modes: listOf(textAmong(['Once', 'Many'])),
  labels: mapOf(textAmong(['app', 'example.com/team']), STRING),
  name: STRING,
})
const environment = new Environment({ variables: { object: OBJECT } })

it.each<[string, readonly string[], number]>([
  ["object.phase == '", ['Bound', 'Lost'], 0],
  ['object.phase != "Lo', ['Bound', 'Lost'], 2],
  ["object.phase in ['", ['Bound', 'Lost'], 0],
  ["object.phase in ['Bound', '", ['Bound', 'Lost'], 0],
  ["object.modes.all(m, m == '", ['Once', 'Many'], 0],
  ["object.labels['", ['app', 'example.com/team'], 0],
  ["object.labels['example.com/t", ['app', 'example.com/team'], 13],
  ["object.?labels['a", ['app', 'example.com/team'], 1],
  ["object.name == '", [], 0],
  ["'a' == '", [], 0],
  ["object.phase == 'Bound' && '", [], 0],
  ["size('", [], 0],
  ["object.phase == r'", [], 0],
])('within %s: %j', (before, labels, typed) => {
  const found = complete(before, environment)
  expect(found.suggestions.map(({ label }) => label)).toEqual(labels)
  if (labels.length > 0) expect(found.typed).toBe(typed)
})

it.each([
  ['object.phase == ', "'Bound'"],
  ['object.phase in [', "'Lost'"],
  ['object.labels[', "'example.com/team'"],
])('behind %s, the texts come first', (before, label) => {
  const found = complete(before, environment).suggestions.map((one) => one.label)
  expect(found.slice(0, 2)).toContain(label)
  expect(found).toContain('object')
})

it('knows where a text is open', () => {
  expect(openText("a == 'b")?.typed).toBe('b')
  for (const closed of ["a == 'b'", 'a', "a == 'b\\", "// 'a"]) expect(openText(closed)).toBeUndefined()
})
