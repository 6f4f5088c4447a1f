import { expect, it } from 'vitest'
import { flagMarks } from './flag-marks'

it.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['flags in every form', '--authorization-mode=RBAC\n# note\n--audit-policy-file data:,x\n--store memory', []],
  ['a value on the next line', '--authorization-mode\nRBAC', []],
  ['an unknown flag', '--authorization-mode=RBAC\n--bogus=1', ['2 unknown flag: --bogus']],
  ['a flag without its value', '--authorization-mode\n--store=memory', ['1 flag needs a value: --authorization-mode']],
  ['a flag given twice', '--store=memory\n\n--store=files', ['3 --store is given twice']],
  ['a word that is no flag', 'RBAC', ['1 unexpected argument "RBAC": flags look like --name=value']],
])('%s', (_, text, marks) => {
  expect(flagMarks(text).map(({ line, message }) => `${line} ${message}`)).toEqual(marks)
})

it('says which values are allowed', () => {
  expect(flagMarks('--store=paper')[0]?.message).toContain('must be one of indexeddb, files, memory')
})
