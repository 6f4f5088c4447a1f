import { escapeGoJson } from '../../../machinery/go-json'
import { goNil, goText, GoStruct, GoText } from '../../../machinery/go-values'
import { behaves, existsAt } from '../../releases/ledger'
import type { ValidationRule } from '../definition'

const REASON = '*apiextensions.FieldValueErrorReason'
/** Fields by the first release whose rules have them. */
const FIELDS: readonly (readonly [since: number, name: string, of: (rule: ValidationRule) => unknown, type: string])[] =
  [
    [0, 'Rule', ({ rule }) => rule, 'string'],
    [0, 'Message', ({ message }) => message, 'string'],
    [27, 'MessageExpression', ({ messageExpression }) => messageExpression, 'string'],
    [28, 'Reason', ({ reason }) => reason, REASON],
    [28, 'FieldPath', ({ fieldPath }) => fieldPath, 'string'],
    [29, 'OptionalOldSelf', ({ optionalOldSelf }) => optionalOldSelf, '*bool'],
  ]

/** A whole rule as errors show it: as a Go struct, later as JSON. */
export function ruleValue(rule: ValidationRule, release: number): GoText {
  const fields = FIELDS.filter(([since]) => existsAt({ since }, release))
  const plain = (value: unknown, type: string): unknown => value ?? (type === 'string' ? '' : null)
  if (behaves('structs-as-json', release))
    return new GoText(
      escapeGoJson(
        JSON.stringify(Object.fromEntries(fields.map(([, name, of, type]) => [name, plain(of(rule), type)]))),
      ),
    )
  const shown = (value: unknown, type: string): unknown => {
    if (type === 'string') return plain(value, type)
    return value === undefined ? goNil(`(${type})`) : new GoText(`(${type})(${goText(value)})`)
  }
  return new GoText(
    goText(
      new GoStruct(
        'apiextensions.ValidationRule',
        Object.fromEntries(fields.map(([, name, of, type]) => [name, shown(of(rule), type)])),
      ),
    ),
  )
}
