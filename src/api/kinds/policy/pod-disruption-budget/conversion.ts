/**
 * PodDisruptionBudget of policy/v1beta1, where an empty selector selects no pods; in policy/v1 it selects all (removal table). The other
 * version's meaning is expressed by a requirement that nothing, or everything, satisfies.
 */
import { equal, isObject, type JsonObject } from '../../../../machinery/json'
import { changeAt, type Conversion } from '../../../conversion/parts'

const KEY = 'pdb.orch.io/deprecated-v1beta1-empty-selector-match'
const NONE: JsonObject = { matchExpressions: [{ key: KEY, operator: 'Exists' }] }
const ALL: JsonObject = { matchExpressions: [{ key: KEY, operator: 'DoesNotExist' }] }

const isEmpty = (selector: JsonObject): boolean =>
  Object.values(selector).every((member) =>
    Array.isArray(member) ? member.length === 0 : isObject(member) && Object.keys(member).length === 0,
  )

const exchange = (forEmpty: JsonObject, becomesEmpty: JsonObject) => (selector: JsonObject) => {
  if (isEmpty(selector)) return forEmpty
  return equal(selector, becomesEmpty) ? {} : selector
}

const disruptionBudget: Conversion = {
  toHub: (object) => changeAt(object, ['spec', 'selector'], exchange(NONE, ALL)),
  fromHub: (object) => changeAt(object, ['spec', 'selector'], exchange(ALL, NONE)),
}

/** Conversions for versions whose schema differs from the hub's. */
export const podDisruptionBudgetConversions: Readonly<Record<string, Conversion>> = {
  'policy/v1beta1 PodDisruptionBudget': disruptionBudget,
}
