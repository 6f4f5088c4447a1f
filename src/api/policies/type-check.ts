import type { Type } from '../../expressions/types'
import { declaredType } from '../apiextensions/rules/declared-type'
import { definitionOf } from '../apiextensions/definition'
import { existsAt } from '../releases/ledger'
import { RESOURCES } from '../releases/resources'
import { schemaOf, typeOfKind } from '../types'
import { byText } from '../../machinery/by-text'
import type { ApiObject, GroupVersionKind } from '../../machinery/object'
import { apiVersionOf } from '../../machinery/object'
import { type Compiled, type CompiledValidation, compilePolicy } from './compile-policy'
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

/** The kinds that a policy matches, each once, in the order of their groups, versions and names. */
function matchedKinds(spec: PolicySpec, release: number, definitions: readonly ApiObject[]): GroupVersionKind[] {
  const rules = spec.matchConstraints?.resourceRules ?? []
  const named = rules.flatMap((rule) => kindsOf(rule, release, definitions).slice(0, MOST_TYPES))
  const byKey = new Map(named.map((one) => [`${one.group} ${one.version} ${one.kind}`, one]))
  return [...byKey.values()].sort(
    (a, b) => byText(a.group, b.group) || byText(a.version, b.version) || byText(a.kind, b.kind),
  )
}

/** Type-checks a policy's validations against all kinds its rules match; `definitions` are those of custom types. */
export function typeWarnings(
  spec: PolicySpec,
  release: number,
  definitions: readonly ApiObject[],
): readonly ExpressionWarning[] {
  const params = spec.paramKind && paramType(spec.paramKind, release, definitions)
  const checked = matchedKinds(spec, release, definitions).flatMap((kind) => {
    const object = typeOfObject(kind, release, definitions)
    if (!object) return []
    const { validations } = compilePolicy(spec, release, { object, ...(params && { params }) })
    return [{ kind: `${kind.group}/${kind.version}, Kind=${kind.kind}`, validations }]
  })
  const warnings: ExpressionWarning[] = []
  const add = (
    fieldRef: string,
    of: (validation: CompiledValidation | undefined) => Compiled | undefined,
    i: number,
  ) => {
    // The result type was checked before; only subexpressions matter here.
    const lines = checked.flatMap(({ kind, validations }) => {
      const { problem } = of(validations[i]) ?? {}
      return problem?.startsWith(FAILED) ? [`${kind}: ${problem.slice(FAILED.length)}\n`] : []
    })
    if (lines.length > 0) warnings.push({ fieldRef: `spec.validations[${i}].${fieldRef}`, warning: lines.join('\n') })
  }
  for (const i of (spec.validations ?? []).keys()) {
    add('expression', (one) => one?.condition, i)
    add('messageExpression', (one) => one?.messageExpression, i)
  }
  return warnings
}
const FAILED = 'compilation failed: '
