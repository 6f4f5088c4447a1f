import { storedLanguageOf } from '../../api/policies/language'
import { typedValue } from '../../api/policies/values'
import { Environment } from '../../expressions/environment'
import { CompileError, CostLimitError, EvaluationError } from '../../expressions/expression-error'
import { compile, type Program } from '../../expressions/program'
import { listOf, objectType, showType, type Type, fieldTypes } from '../../expressions/types'
import type { Attributes } from '../authorizer'
import { selectorAttributes } from '../selector-attributes'

const REQUIREMENT = objectType(
  'orch.SelectorRequirement',
  fieldTypes({ key: 'string', operator: 'string', values: 'list(string)' }),
)
const selector = (name: string): Type =>
  objectType(name, { ...fieldTypes({ rawSelector: 'string' }), requirements: listOf(REQUIREMENT) })
const TEXTS = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name']
const SELECTORS = {
  fieldSelector: selector('orch.FieldSelectorAttributes'),
  labelSelector: selector('orch.LabelSelectorAttributes'),
}

/** The type of `request`: the spec of a SubjectAccessReview of v1. */
const requestType = (selectors: boolean): Type =>
  objectType('orch.SubjectAccessReviewSpec', {
    ...fieldTypes({ user: 'string', groups: 'list(string)', extra: 'map(string, list(string))', uid: 'string' }),
    resourceAttributes: objectType('orch.ResourceAttributes', {
      ...fieldTypes(Object.fromEntries(TEXTS.map((name) => [name, 'string']))),
      ...(selectors && SELECTORS),
    }),
    nonResourceAttributes: objectType('orch.NonResourceAttributes', fieldTypes({ path: 'string', verb: 'string' })),
  })

/** A compiled condition for the requests that a webhook is called for. */
export interface MatchCondition {
  readonly program: Program
}
/** `problem`: no condition is false, but some can't be evaluated. */
export interface Match {
  readonly matches: boolean
  readonly problem?: string
}

/** Compiles a condition, or returns why it is invalid. `selectors`: requests include their selectors. */
export function compileCondition(source: string, release: number, selectors: boolean): MatchCondition | string {
  try {
    const program = compile(
      source,
      new Environment({ ...storedLanguageOf(release), variables: { request: requestType(selectors) } }),
    )
    const type = showType(program.type)
    return type === 'bool' ? { program } : `must evaluate to bool but got ${type}`
  } catch (error) {
    if (error instanceof CompileError) return `compilation failed: ${error.message}`
    throw error
  }
}

/** Whether all conditions hold for a request. A false condition decides, whatever errors the others have. */
export function matchRequest(conditions: readonly MatchCondition[], attributes: Attributes, selectors: boolean): Match {
  const value = typedValue(specOf(attributes, selectors), requestType(selectors))
  const problems: string[] = []
  for (const { program } of conditions) {
    try {
      if (program.run({ variable: () => value }).value !== true) return { matches: false }
    } catch (error) {
      if (!(error instanceof EvaluationError) && !(error instanceof CostLimitError)) throw error
      problems.push(`cel evaluation error: expression '${program.source}' resulted in error: ${error.message}`)
    }
  }
  const [first] = problems
  if (first === undefined) return { matches: true }
  return { matches: false, problem: problems.length === 1 ? first : `[${problems.join(', ')}]` }
}

/** Unlike in the webhook's request, empty texts are present. */
function specOf(attributes: Attributes, selectors: boolean): Record<string, unknown> {
  const { user, verb, path, isResourceRequest, apiGroup, apiVersion } = attributes
  const { namespace, resource, subresource, name } = attributes
  return {
    user: user.name,
    groups: user.groups,
    extra: user.extra ?? {},
    uid: user.uid ?? '',
    ...(isResourceRequest
      ? {
          resourceAttributes: {
            ...{ namespace, verb, group: apiGroup, version: apiVersion, resource, subresource, name },
            ...(selectors && selectorAttributes(attributes)),
          },
        }
      : { nonResourceAttributes: { path, verb } }),
  }
}
