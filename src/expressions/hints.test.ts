import { expect, it } from 'vitest'
import { Environment } from './environment'
import { CompileError } from './expression-error'
import { hintsOf } from './hints'
import { LISTS } from './libraries/lists'
import { OPTIONALS } from './libraries/optionals'
import { REGEX } from './libraries/regex'
import { SERVER_FORMAT } from './libraries/server-format'
import { STRINGS } from './libraries/strings'
import { compile } from './program'
import { BOOL, INT, listOf, mapOf, objectType, STRING } from './types'

const CONTAINER = objectType('Container', { name: STRING, image: STRING })
const SPEC = objectType('Spec', { replicas: INT, paused: BOOL, containers: listOf(CONTAINER) })
const META = objectType('Meta', { name: STRING, labels: mapOf(STRING, STRING) })
const environment = new Environment({
  variables: { object: objectType('Object', { kind: STRING, spec: SPEC, metadata: META }) },
  libraries: [STRINGS.filter(({ name }) => name !== 'format'), SERVER_FORMAT, LISTS, OPTIONALS, REGEX],
  homogeneous: true,
  foldsConstants: true,
  checkedLiterals: true,
})

function mistake(source: string): CompileError {
  try {
    compile(source, environment)
  } catch (error) {
    if (error instanceof CompileError) return error
    throw error
  }
  throw new Error(`${source} has no mistake`)
}

it.each<[wrong: string, place: string, hint: string]>([
  ['object.spec.replica > 1', '.replica', "did you mean 'replicas'?"],
  ['object.specs.replicas > 1', '.specs', "did you mean 'spec'?"],
  ['objct.spec.replicas > 1', 'objct', "did you mean 'object'?"],
  ['object.metadata.label["a"] == "b"', '.label', "did you mean 'labels'?"],
  [
    'object.spec.containers.image == "a"',
    '.image',
    'reach its items by an index or a macro: list[0].a, list.all(x, x.a)',
  ],
  ['object.spec.containers.length > 3', '.length', 'did you mean size()?'],
  ['object.spec.replicas = 3', '=', "did you mean '=='?"],
  ['object.spec.paused & true', '&', "did you mean '&&'?"],
  ['object.spec.paused | true', '|', "did you mean '||'?"],
  ['object.spec.paused and true', 'and', "did you mean '&&'?"],
  ['object.spec.paused or true', 'or', "did you mean '||'?"],
  ['not object.spec.paused', 'object', "did you mean '!'?"],
  ['object.spec.replicas === 3', '= 3', "did you mean '=='? There is one kind of equality"],
  ['object.spec.replicas !== 3', '= 3', "did you mean '!='?"],
  ['object.spec.replicas <> 3', '>', "did you mean '!='?"],
  ['object.spec.replicas == "3"', '==', 'one side is a number, the other a text: convert one by string(…) or int(…)'],
  ['object.metadata.name > 3', '>', 'one side is a number, the other a text: convert one by string(…) or int(…)'],
  ['object.spec.paused == "true"', '==', 'true and false stand without quotes'],
  ['1 + 1.5 == 2.5', '+', 'convert one side: int(…) or double(…)'],
  ['object.kind == null', '==', 'whether a field is there says has(a.field)'],
  ['"a" in object.metadata.name', 'in', "a part of a text is found by contains: 'abc'.contains('b')"],
  ['"web" in object.spec.containers', 'in', 'the items are not of the type string: list.exists(x, x.field == …)'],
  ['"a" in object.?metadata.labels', 'in', 'one side is optional: take its value by .orValue(…)'],
  ['object.spec.replicas in 1', 'in', "right of 'in' stands a list or a map"],
  ['object.kind.startWith("a")', '("a")', "did you mean 'startsWith'?"],
  ['len(object.spec.containers) > 3', '(object', 'did you mean size(x)?'],
  ['object.kind.toLowerCase() == "a"', '()', 'did you mean lowerAscii()?'],
  ['object.kind.includes("a")', '("a")', 'did you mean contains(…)?'],
  ['size(object.spec.replicas) > 1', '(object', 'size is for texts, bytes, lists and maps'],
  ['object.kind.contains(1)', '(1)', 'it takes string.contains(string) bool'],
  ['object.spec.containers.all(c, c.image != "a"', ' "a"', "the '(' at column 27 is not closed"],
  ['(object.spec.replicas > 1', '1', "the '(' at column 1 is not closed"],
  ['object.metadata.labels["a" == "b"', '"b"', "the '[' at column 23 is not closed"],
  ['object.metadata.name == "a', '"a', 'the text has no closing quote'],
  ['object.spec.paused)', ')', "this ')' closes no bracket, or something is missing before it"],
  [
    'object.spec.containers.all(c => c.image != "a")',
    '=>',
    'a macro takes a name and an expression: list.all(x, x > 0)',
  ],
  ['object.spec.containers.all(c.image != "a")', 'c.image', 'it is written list.all(x, condition)'],
  ['object.spec.containers.any(c, c.image == "a")', 'c, c', 'did you mean exists(x, condition)?'],
  ['object.spec.containers.map(c)', 'c)', 'it is written list.map(x, expression)'],
  [
    'object.spec.containers.exists(c.name, true)',
    'c.name',
    'the first argument of a macro is a new name: list.all(x, x > 0)',
  ],
  ['has(object)', 'object', 'has() tests a field: has(a.field)'],
  ['has(object.metadata.labels["a"])', 'object', "a key of a map is tested by 'in': 'key' in a.labels"],
  [
    'object.spec.containers.filter(c, c.image)',
    'c.image',
    'a condition is true or false: compare the string with something',
  ],
  ['object.spec.paused ? true', 'e', 'a choice has three parts: condition ? value : other'],
  ['if (object.spec.paused) true', 'if', 'there is no if: write condition ? value : other'],
  ['object.spec.paused ? 1 : "a"', '?', 'both values must be of one type'],
  ['object.spec.paused;', ';', "an expression does not end in ';'"],
  ['object.spec.replicas++ > 1', '+ >', 'values never change: there is no ++'],
  ['object->spec', '>', 'a field is reached by a dot: a.b'],
  ['object.spec.paused &&', '&', "a value must follow '&&'"],
  ['&& true', '&&', "a value must stand before '&&'"],
  ['object..spec', '.spec', 'the name of a field must follow the dot'],
  ['object.spec.containers[0]image', 'image', 'an operator is missing before it'],
  ['object.spec.containers.0.image', '.0', 'an item of a list is reached by its index in brackets: list[0]'],
  ['object.spec.containers["0"]', '["0"]', 'items of a list have a number: list[0]'],
  ['!object.spec.replicas', '!', "'!' is for bool; compare the int with something first"],
  ['-object.kind == "a"', '-', "'-' is for numbers and durations, not for string"],
  ['object.spec.replicas && true', 'object', 'a condition is true or false: compare the int with something'],
  ['True', 'True', 'did you mean true?'],
  ['undefined == object.kind', 'undefined', 'did you mean has(a.field)?'],
  ['object.kind == `a`', '`a`', 'a text stands in single or double quotes'],
  ['object.kind.matches("[")', '"["', 'the pattern is no regular expression that the language knows'],
  ['object.kind.find("[") == ""', '"["', 'the pattern is no regular expression that the language knows'],
  ['"%d".format(["a"]) == ""', '"a"', 'verbs of format: %s for anything, %d for whole numbers, %f for doubles'],
  ['duration(string("x")) > duration("1s")', '(string', "a duration is a number with a unit: '90s', '1h30m'"],
  ['duration("5 minutes") > duration("1m")', '"5 minutes"', "a duration is a number with a unit: '90s', '1h30m'"],
])('%s', (wrong, place, hint) => {
  const error = mistake(wrong)
  expect(hintsOf(error)).toContain(hint)
  const [first] = error.issues
  const starts = [...wrong.matchAll(/./g)].map(({ index }) => index).filter((i) => wrong.startsWith(place, i))
  // An error at the end of a text is placed behind its last token.
  expect([...starts, wrong.length - 1, wrong.length]).toContain(first?.start)
})
