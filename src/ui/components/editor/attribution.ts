import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { at, equal } from '../../../machinery/json'
import type { RequestTrace } from '../../../server/trace'

type Path = readonly (string | number)[]

/** The path of the field that starts on each line of a YAML text; lines count from 1. */
export function linePaths(text: string): Map<number, Path> {
  const lines = new LineCounter()
  const doc = parseDocument(text, { lineCounter: lines, version: '1.1' })
  const found = new Map<number, Path>()
  const note = (node: unknown, path: Path): void => {
    const start = (node as Node | null)?.range?.[0]
    if (start === undefined) return
    const { line } = lines.linePos(start)
    if (!found.has(line)) found.set(line, path)
  }
  const walk = (node: unknown, path: Path): void => {
    if (isMap(node))
      for (const { key, value } of node.items) {
        const step = [...path, isScalar(key) ? String(key.value) : '']
        note(key, step)
        walk(value, step)
      }
    else if (isSeq(node))
      node.items.forEach((item, i) => {
        // An item's line also shows its first member: whoever set that member also created the item.
        walk(item, [...path, i])
        note(item, [...path, i])
      })
  }
  walk(doc.contents, [])
  return found
}

/** Who set the value at a path of the answer: the sender, or the server stage that added it. */
export function madeBy(path: Path, sent: unknown, stored: unknown, trace: RequestTrace | undefined): string {
  const value = at(stored, ...path)
  if (equal(at(sent, ...path), value)) return 'you'
  for (const step of trace?.steps ?? []) {
    if (step.after === undefined) continue
    if (equal(at(step.after, ...path), value) && !equal(at(step.before, ...path), value)) return step.by ?? step.stage
  }
  return 'the server'
}
