import type { Type } from '../../expressions/types'
import { declaredType } from '../apiextensions/rules/declared-type'
import { definitionOf } from '../apiextensions/definition'
import { existsAt } from '../releases/ledger'
import { RESOURCES } from '../releases/resources'
import { schemaOf, typeOfKind } from '../types'
import { byText } from '../../machinery/by-text'
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import { apiVersionOf } from '../../machinery/object'
import { type Compiled, compilePolicy } from './compile-policy'
import type { ParamKind, PolicySpec, ResourceRule } from './policy'
import { typeOfSchema } from './schema-type'

/** A type mismatch between an expression and the kinds that its policy matches. */
export interface ExpressionWarning {
  readonly fieldRef: string
  readonly warning: string
}
const MOST_TYPES = 10
const hasStar = (texts: readonly string[] = []): boolean => texts.some((text) => text.includes('*'))
/** Kinds named by a rule; empty if it uses a wildcard. */
function kindsOf(rule: ResourceRule, release: number, definitions: readonly ApiObject[]): GroupVersionKind[] {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule
  if (hasStar(apiGroups) || hasStar(apiVersions)) return []
  const found: GroupVersionKind[] = []
  for (const group of [...apiGroups].sort(byText))
    for (const version of [...apiVersions].sort(byText))
      for (const resource of resources.filter((one) => !/[*/]/.test(one)).sort(byText)) {
        const row = RESOURCES.find((one) => one.group === group && one.resource === resource)
        const span = row?.versions[version]
        if (row && span && existsAt(span, release)) found.push({ group, version, kind: row.kind })
        for (const { spec } of definitions.map(definitionOf))
          if (
            spec.group === group &&
            spec.names?.plural === resource &&
            spec.versions?.some(({ name }) => name === version)
          )
            found.push({ group, version, kind: spec.names.kind ?? '' })
      }
  return found
}

/** Expression type of a kind; undefined if unknown. */
export function typeOfObject(
  { group, version, kind }: GroupVersionKind,
  release: number,
  definitions: readonly ApiObject[],
): Type | undefined {
  const name = typeOfKind(apiVersionOf({ group, version }), kind)
  const schema = name === undefined ? undefined : schemaOf(name, release)
  if (schema) return typeOfSchema(schema)
  for (const { spec } of definitions.map(definitionOf)) {
    if (spec.group !== group || spec.names?.kind !== kind) continue
    const own = spec.versions?.find((one) => one.name === version)?.schema?.openAPIV3Schema
    return own && declaredType(own, 'object', true)
  }
  return undefined
}

const paramType = ({ apiVersion = '', kind = '' }: ParamKind, release: number, definitions: readonly ApiObject[]) => {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return typeOfObject({ group, version, kind }, release, definitions)
}

/** Type-checks a policy's validations against all kinds its rules match; `definitions` are those of custom types. */
export function typeWarnings(
  spec: PolicySpec,
  release: number,
  definitions: readonly ApiObject[],
): readonly ExpressionWarning[] {
  const kinds = (spec.matchConstraints?.resourceRules ?? []).flatMap((rule) => kindsOf(rule, release, definitions))
  const params = spec.paramKind && paramType(spec.paramKind, release, definitions)
  const problems = new Map<string, string[]>()
  const note = (field: string, gvk: string, one: Compiled | undefined): void => {
    // The result type was checked before; only subexpressions matter here.
    if (one?.problem?.startsWith('compilation failed: '))
      problems.set(field, [
        ...(problems.get(field) ?? []),
        `${gvk}: ${one.problem.slice('compilation failed: '.length)}\n`,
      ])
  }
  for (const kind of kinds.slice(0, MOST_TYPES)) {
    const object = typeOfObject(kind, release, definitions)
    if (!object) continue
    const { validations } = compilePolicy(spec, release, { object, ...(params && { params }) })
    const gvk = `${apiVersionOf(kind)}, Kind=${kind.kind}`
    validations.forEach(({ condition, messageExpression }, i) => {
      note(`spec.validations[${i}].expression`, gvk, condition)
      note(`spec.validations[${i}].messageExpression`, gvk, messageExpression)
    })
  }
  return [...problems].map(([fieldRef, lines]) => ({ fieldRef, warning: lines.join('\n') }))
}
