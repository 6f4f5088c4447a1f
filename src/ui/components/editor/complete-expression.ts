import {
  completeAt,
  rulesAround,
  type ExpressionWorld,
  type PolicyCompletion,
} from '../../../api/policies/complete-policy'
import { type KnownKeys, typeOfDefinition } from '../../../api/policies/openapi-type'
import type { ResourceRule } from '../../../api/policies/policy'
import { namesResource } from '../../../api/policies/matched-resources'
import { apiVersionFor, type Discovery, type ResourceInfo } from '../../queries/discovery'
import { definitionOf, type OpenApiDocument } from '../../queries/openapi'
import { textAt } from './expression-at'

/** The cluster's types, for evaluating expressions in this page. */
export function worldOf(
  document: OpenApiDocument | undefined,
  discovery: Discovery | undefined,
  release: number,
  keys: KnownKeys = {},
): ExpressionWorld {
  const typeOfKind = (apiVersion: string, kind: string) => {
    const name = document && definitionOf(document, apiVersion, kind)
    return document && name !== undefined ? typeOfDefinition(document.definitions, name, keys) : undefined
  }
  const typesFor = (rules: readonly ResourceRule[]) =>
    (discovery?.resources ?? [])
      .filter((info) => rules.some((rule) => namesResource(rule, info)))
      .flatMap((info) => typeOfKind(apiVersionFor(info), info.kind) ?? [])
  return { release, typeOfKind, typesFor }
}

/** The kinds that an expression at an offset is about, according to the rules around it. */
export function kindsAround(text: string, offset: number, resources: readonly ResourceInfo[]): ResourceInfo[] {
  const at = textAt(text, offset)
  const rules = at ? rulesAround(at.object, at.path) : []
  return resources.filter((info) => rules.some((rule) => namesResource(rule, info)))
}

/** Completions at an offset of a YAML text, if there is an expression. */
export function completeExpression(text: string, offset: number, world: ExpressionWorld): PolicyCompletion | undefined {
  const at = textAt(text, offset)
  return at && completeAt(at.object, at.path, at.before, world)
}
