import { authorizerValue, resourceCheckValue } from '../expressions/libraries/authorizer'
import { ruleErrors } from './apiextensions/rules/check-rules'
import { usableRules } from './apiextensions/rules/rule-tree'
import { validateRules } from './apiextensions/rules/validate-rules'
import { compileConditions, compilePolicy } from './policies/compile-policy'
import { evaluatePolicy } from './policies/evaluate'
import { matchConditions } from './policies/match-conditions'
import { evaluateMutation } from './policies/mutate'
import { NAMESPACE_TYPE, REQUEST_TYPE } from './policies/request-types'
import { dynamicValue, typedValue } from './policies/values'

/** All that compiles and evaluates expressions, as one script that is loaded when the first expression is written or read. */
export const EXPRESSION_CODE = {
  authorizerValue,
  compileConditions,
  compilePolicy,
  dynamicValue,
  evaluateMutation,
  evaluatePolicy,
  matchConditions,
  NAMESPACE_TYPE,
  REQUEST_TYPE,
  resourceCheckValue,
  ruleErrors,
  typedValue,
  usableRules,
  validateRules,
}
/** What that script offers. */
export type ExpressionCode = typeof EXPRESSION_CODE
