import { aggregate } from '../../../authorization/aggregation'
import { bindingOf, type Policy, RBAC_GROUP, RBAC_RESOURCES, roleOf } from '../../../authorization/policy'
import { isObject, textsIn } from '../../../machinery/json'
import { compileLabelSelector, type LabelSelectorObject } from '../../../machinery/labels'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'
import { parseDocuments } from '../../components/editor/documents'
import type { FindObject, RbacKind } from './remedy'

/** A document of the draft text, which holds roles and bindings to create or change. */
export interface RbacDraft {
  /** Index among the documents of the text. */
  readonly index: number
  readonly text: string
  /** Offset of its start in the whole text. */
  readonly from: number
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Absent if the document is invalid, or not a role or binding. */
  readonly object?: ApiObject & { readonly kind: RbacKind }
  readonly problem?: { readonly message: string; readonly from: number; readonly to: number }
}

const SEPARATOR = /^---(?=\s|$).*(?:\n|$)/gm

/** The text between `---` lines with its offset; empty documents are left out. */
function chunks(text: string): { from: number; text: string }[] {
  const found: { from: number; text: string }[] = []
  let from = 0
  for (const match of text.matchAll(SEPARATOR)) {
    found.push({ from, text: text.slice(from, match.index) })
    from = match.index + match[0].length
  }
  found.push({ from, text: text.slice(from) })
  return found.filter((chunk) => chunk.text.replace(/^\s*(#.*)?$/gm, '').trim() !== '')
}

/** Whether a kind is one of roles and bindings. */
export const isRbacKind = (kind: string): kind is RbacKind => Object.hasOwn(RBAC_RESOURCES, kind)
/** Whether a kind is Role or ClusterRole. */
export const isRole = (kind: string): boolean => kind === 'Role' || kind === 'ClusterRole'
const isNamespaced = (kind: string): boolean => kind === 'Role' || kind === 'RoleBinding'

/** The documents of a text. An invalid document does not affect the others. */
export function rbacDrafts(text: string): RbacDraft[] {
  return chunks(text).map((chunk, index): RbacDraft => {
    const parsed = parseDocuments(chunk.text)[0]
    const { kind = '', name = '', namespace = '', object } = parsed ?? {}
    const base = { ...chunk, index, kind, name, namespace: isNamespaced(kind) ? namespace : '' }
    const refuse = (message: string, at?: { from: number; to: number }): RbacDraft => ({
      ...base,
      problem: {
        message,
        from: chunk.from + (at?.from ?? 0),
        to: chunk.from + (at?.to ?? chunk.text.split('\n')[0]?.length ?? 1),
      },
    })
    if (!parsed || !object) return refuse(parsed?.problem?.message ?? 'The document is empty.', parsed?.problem)
    if (!isRbacKind(kind) || parsed.apiVersion.split('/')[0] !== RBAC_GROUP)
      return refuse(`Only roles and bindings with apiVersion ${RBAC_GROUP}/v1 can be drafted here.`)
    if (typeof object.metadata?.name !== 'string' || !name) return refuse('metadata.name is missing.')
    if (isNamespaced(kind) && !namespace) return refuse(`A ${kind} must have metadata.namespace.`)
    const fault = selectorError(object)
    if (fault) return refuse(`aggregationRule: ${fault}`)
    return { ...base, object: { ...object, kind } }
  })
}

function selectorError(object: ApiObject): string | undefined {
  const rule = object['aggregationRule']
  if (rule === undefined || rule === null) return undefined
  const selectors = isObject(rule) ? rule['clusterRoleSelectors'] : undefined
  if (!Array.isArray(selectors)) return 'it needs a list of clusterRoleSelectors'
  try {
    for (const selector of selectors) compileLabelSelector(selector as LabelSelectorObject)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

/** A partly typed object without its malformed fields. */
function sound(object: ApiObject): ApiObject {
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : [])
  const rules = list(object['rules']).map((rule) =>
    Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, textsIn(value)])),
  )
  const subjects = list(object['subjects']).filter(
    ({ kind, name }) => typeof kind === 'string' && typeof name === 'string',
  )
  const labels = isObject(object.metadata.labels) ? object.metadata.labels : {}
  const roleRef = isObject(object['roleRef']) ? object['roleRef'] : {}
  return { ...object, metadata: { ...object.metadata, labels }, rules, subjects, roleRef }
}

/** The policy with the drafts applied, including aggregated roles. */
export function draftPolicy(policy: Policy, documents: readonly RbacDraft[]): Policy {
  const objects = documents.flatMap(({ object }) => (object ? [sound(object)] : []))
  const roles = objects.flatMap((object) =>
    object.kind === 'Role' || object.kind === 'ClusterRole' ? [roleOf(object, object.kind)] : [],
  )
  const bindings = objects.flatMap((object) =>
    object.kind === 'RoleBinding' || object.kind === 'ClusterRoleBinding' ? [bindingOf(object, object.kind)] : [],
  )
  const id = ({ kind, namespace, name }: { kind: string; namespace: string; name: string }): string =>
    `${kind}/${namespace}/${name}`
  const drafted = new Set([...roles, ...bindings].map(id))
  return {
    roles: aggregate([...policy.roles.filter((role) => !drafted.has(id(role))), ...roles]),
    bindings: [...policy.bindings.filter((binding) => !drafted.has(id(binding))), ...bindings],
  }
}

const same = (document: RbacDraft, object: ApiObject): boolean =>
  document.kind === object.kind &&
  document.name === object.metadata.name &&
  document.namespace === (isNamespaced(document.kind) ? (object.metadata.namespace ?? '') : '')

/** The draft of an object, by kind, namespace and name. */
export const findDocument = (documents: readonly RbacDraft[], object: ApiObject): RbacDraft | undefined =>
  documents.find((document) => same(document, object))

/** Looks in the drafts first, then in the stored objects. */
export const finderOver =
  (documents: readonly RbacDraft[], stored: FindObject): FindObject =>
  (kind, namespace, name) =>
    documents.find((one) => one.object && one.kind === kind && one.namespace === namespace && one.name === name)
      ?.object ?? stored(kind, namespace, name)
