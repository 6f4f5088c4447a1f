import { Document, isAlias, isCollection, parseAllDocuments, visit, YAMLMap } from 'yaml'
import { CONTROLS, type ControlResult, evaluateLevel } from '../../../api/pod-security/controls'
import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { fieldSteps } from '../../components/editor/field-position'
import { type Checked, podSubject } from './pod-levels'
import { type Edit, type Path, REMEDIES, type Remedy } from './pod-remedies'

/** A control that was violated, and what was done about it. */
export interface Hardening {
  readonly title: string
  readonly remedy: Remedy
}

/** A manifest changed to meet a level of pod security. */
export interface Hardened {
  readonly level: Checked
  readonly before: string
  readonly after: string
  readonly done: readonly Hardening[]
}

/** Remedies can lead to further violations: a removed override makes a missing setting visible. */
const MAX_ROUNDS = 5

/** The map at a path; missing and empty fields on the way become maps. */
function mapAt(doc: Document, path: Path): void {
  for (let end = 1; end <= path.length; end++) {
    const part = path.slice(0, end)
    if (!isCollection(doc.getIn(part, true))) doc.setIn(part, new YAMLMap())
  }
}

/** Applies an edit; removes the parents that it leaves empty, up to the pod's spec or an item of a list. */
function apply(doc: Document, { path, value }: Edit): void {
  if (value !== undefined) {
    mapAt(doc, path.slice(0, -1))
    doc.setIn(path, doc.createNode(value))
    return
  }
  doc.deleteIn(path)
  for (let parent = path.slice(0, -1); parent.length > 1; parent = parent.slice(0, -1)) {
    const node = doc.getIn(parent)
    if (!isCollection(node) || node.items.length > 0 || typeof parent.at(-1) === 'number') return
    doc.deleteIn(parent)
  }
}

function editsFor(results: readonly ControlResult[], pod: unknown): Edit[] {
  return results.flatMap(({ control, violation }) =>
    // From the last field to the first: removing an item moves those behind it.
    [...(violation?.fields ?? [])].reverse().flatMap((field) => {
      const path = fieldSteps(field)
      return REMEDIES[control.id]?.edits(path, at(pod, ...path)) ?? []
    }),
  )
}

/** An editable document: aliases are written out, because a change of one use must not change the others. */
function editable(doc: Document): Document {
  let aliased = false
  visit(doc, { Alias: (_, node) => void (aliased ||= isAlias(node)) })
  return aliased ? new Document(doc.toJS({ maxAliasCount: 100 }), { aliasDuplicateObjects: false }) : doc
}

/**
 * Changes the pod in a document of a text so that it passes a level, as a release checks it; comments and the other documents are kept.
 * Undefined if the document has no pod.
 */
export function harden(text: string, index: number, level: Checked, release: number): Hardened | undefined {
  const docs = parseAllDocuments(text, { uniqueKeys: false, version: '1.1', stringKeys: true })
  const original = Array.isArray(docs) ? docs[index] : undefined
  if (!original || original.errors.length > 0) return undefined
  const doc = editable(original)
  const violated = new Set<string>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const object = doc.toJS() as ApiObject
    const pod = podSubject(object)
    if (!pod) return undefined
    const failing = evaluateLevel({ level, version: 'latest' }, pod.subject, release).filter(
      ({ violation }) => violation,
    )
    if (failing.length === 0) break
    const prefix = fieldSteps(pod.prefix)
    for (const { control } of failing) violated.add(control.id)
    for (const { path, ...edit } of editsFor(failing, prefix.length > 0 ? at(object, ...prefix) : object))
      apply(doc, { path: [...prefix, ...path], ...edit })
  }
  // A document begins where the one before it ends, with its comments.
  const start = docs[index - 1]?.range[2] ?? 0
  const end = original.range[2]
  const written = doc.toString({ lineWidth: 0 }).replace(/^---\n/, '')
  const separator = text.startsWith('---\n', start) ? '---\n' : ''
  return {
    level,
    before: text,
    after: text.slice(0, start) + separator + written + text.slice(end),
    done: CONTROLS.flatMap(({ id, title }) => {
      const remedy = violated.has(id) ? REMEDIES[id] : undefined
      return remedy ? [{ title, remedy }] : []
    }),
  }
}
