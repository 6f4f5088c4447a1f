import { isMap, isSeq, parseDocument } from 'yaml'
import { type PolicyRule, RBAC_GROUP } from '../../../authorization/policy'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { findDocument, rbacDrafts } from './rbac-drafts'

/** An object without server-managed fields, as people write it. */
export function draftYaml(object: ApiObject): string {
  const { kind, apiVersion, metadata, ...rest } = object
  const {
    uid: _uid,
    creationTimestamp: _at,
    managedFields: _managed,
    generation: _generation,
    selfLink: _link,
    ...kept
  } = metadata
  const inOrder = ['aggregationRule', 'rules', 'roleRef', 'subjects']
  const others = Object.entries(rest).sort(([a], [b]) => inOrder.indexOf(a) - inOrder.indexOf(b))
  return toYaml({ apiVersion: apiVersion ?? `${RBAC_GROUP}/v1`, kind, metadata: kept, ...Object.fromEntries(others) })
}

const joined = (parts: readonly string[]): string =>
  parts.map((part) => `${part.replace(/^\n+/, '').trimEnd()}\n`).join('---\n')

/** The text with an object added, or replacing the document about the same object. */
export function withObject(text: string, object: ApiObject): string {
  const documents = rbacDrafts(text)
  const at = findDocument(documents, object)
  const yaml = draftYaml(object)
  return joined(
    at
      ? documents.map((document) => (document === at ? yaml : document.text))
      : [...documents.map((d) => d.text), yaml],
  )
}

/** The text without one of its documents. */
export const withoutDocument = (text: string, index: number): string =>
  joined(rbacDrafts(text).flatMap((document) => (document.index === index ? [] : [document.text])))

type RuleKey = keyof PolicyRule

const RULE_ORDER: readonly RuleKey[] = ['apiGroups', 'resources', 'resourceNames', 'nonResourceURLs', 'verbs']

/** Changes one document of a text; keeps its comments and all other documents. */
function edited(text: string, index: number, change: (document: ReturnType<typeof parseDocument>) => void): string {
  return joined(
    rbacDrafts(text).map((document) => {
      if (document.index !== index) return document.text
      const parsed = parseDocument(document.text, { version: '1.1', uniqueKeys: false })
      change(parsed)
      return parsed.toString({ lineWidth: 0 })
    }),
  )
}

/** The text with one list of one rule replaced; an empty list removes the field. */
export const withRuleList = (
  text: string,
  index: number,
  ruleIndex: number,
  key: RuleKey,
  values: readonly string[],
): string =>
  edited(text, index, (document) => {
    const path = ['rules', ruleIndex, key]
    if (values.length === 0 && key !== 'verbs') document.deleteIn(path)
    else document.setIn(path, document.createNode(values, { flow: true }))
    const rule: unknown = document.getIn(['rules', ruleIndex])
    if (isMap(rule))
      rule.items.sort(
        (a, b) => RULE_ORDER.indexOf(String(a.key) as RuleKey) - RULE_ORDER.indexOf(String(b.key) as RuleKey),
      )
  })

/** The text with one field of a document replaced. */
export const withField = (text: string, index: number, key: 'roleRef' | 'subjects', value: unknown): string =>
  edited(text, index, (document) => document.set(key, document.createNode(value)))

/** The text with a rule added to a document. */
export const withRule = (text: string, index: number, rule: PolicyRule): string =>
  edited(text, index, (document) => {
    const rules: unknown = document.get('rules')
    if (isSeq(rules)) {
      rules.flow = false
      rules.add(document.createNode(rule))
    } else document.set('rules', document.createNode([rule]))
  })

/** The text without one rule of a document. */
export const withoutRule = (text: string, index: number, ruleIndex: number): string =>
  edited(text, index, (document) => document.deleteIn(['rules', ruleIndex]))
