import { isObject } from '../../machinery/json'
import type { PolicySpec } from './policy'

/** Expected form of a policy's field; values of other forms count as absent, since the text may be incomplete while typing. */
type Shape = 'text' | 'texts' | 'anything' | { readonly each: Fields } | { readonly of: Fields }
type Fields = Readonly<Record<string, Shape>>

const EXPRESSION: Fields = { name: 'text', expression: 'text' }
const RULES: Shape = {
  each: {
    ...{ operations: 'texts', apiGroups: 'texts', apiVersions: 'texts', resources: 'texts', resourceNames: 'texts' },
    scope: 'text',
  },
}
const SPEC: Fields = {
  paramKind: { of: { apiVersion: 'text', kind: 'text' } },
  matchConstraints: {
    of: {
      ...{ resourceRules: RULES, excludeResourceRules: RULES, matchPolicy: 'text' },
      ...{ namespaceSelector: 'anything', objectSelector: 'anything' },
    },
  },
  failurePolicy: 'text',
  reinvocationPolicy: 'text',
  matchConditions: { each: EXPRESSION },
  variables: { each: EXPRESSION },
  validations: { each: { expression: 'text', message: 'text', reason: 'text', messageExpression: 'text' } },
  auditAnnotations: { each: { key: 'text', valueExpression: 'text' } },
  mutations: {
    each: {
      patchType: 'text',
      applyConfiguration: { of: { expression: 'text' } },
      jsonPatch: { of: { expression: 'text' } },
    },
  },
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined

function read(value: unknown, shape: Shape): unknown {
  if (value === null || value === undefined) return undefined
  if (shape === 'anything') return value
  if (shape === 'text') return scalar(value)
  if (shape === 'texts') return Array.isArray(value) ? value.flatMap((item) => scalar(item) ?? []) : undefined
  if ('of' in shape) return isObject(value) ? fieldsOf(value, shape.of) : undefined
  return Array.isArray(value) ? value.map((item) => fieldsOf(isObject(item) ? item : {}, shape.each)) : undefined
}

const fieldsOf = (value: Record<string, unknown>, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, shape]) => {
      const found = read(value[name], shape)
      return found === undefined ? [] : [[name, found]]
    }),
  )

/** The readable parts of a policy's spec: fields of the wrong form are omitted, and list items keep their index. */
export const readPolicySpec = (spec: unknown): PolicySpec => (isObject(spec) ? fieldsOf(spec, SPEC) : {})
