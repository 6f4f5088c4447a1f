import { isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments } from 'yaml'

/** A range of a text with a message from the server; offsets in characters. */
export interface Mark {
  readonly from: number
  readonly to: number
  readonly message: string
  readonly severity: 'error' | 'warning'
}

/**
 * The steps of a field path in the server's notation: `spec.containers[0].image`, `metadata.labels[app.orch.io/name]`,
 * `spec.ports[key="x"].name`. Items are numbers, members strings.
 */
export function fieldSteps(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  for (const match of path.matchAll(/\[("(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g)) {
    const inner = match[1]
    if (inner === undefined) steps.push(match[0])
    else if (/^\d+$/.test(inner)) steps.push(Number(inner))
    else steps.push(inner.replace(/^"|"$/g, ''))
  }
  return steps
}

const keyText = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '')
const startOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[0]
const endOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[1]

/**
 * The range of a field's key and value in a text, or of its nearest existing parent. `document` is the index of the
 * document.
 */
export function fieldPosition(text: string, path: string, document = 0): { from: number; to: number } {
  const docs = parseAllDocuments(text, { uniqueKeys: false, version: '1.1' })
  const root = Array.isArray(docs) ? docs[document] : undefined
  let node: unknown = root?.contents
  let found = { from: startOf(node) ?? 0, to: startOf(node) ?? 0 }
  for (const step of fieldSteps(path)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => keyText(item) === String(step))
      if (!pair) break
      const from = startOf(pair.key)
      if (from === undefined) break
      const scalar = isScalar(pair.value) ? endOf(pair.value) : undefined
      found = { from, to: scalar ?? endOf(pair.key) ?? from }
      node = pair.value
    } else if (isSeq(node) && typeof step === 'number') {
      const item = node.items[step]
      const from = startOf(item)
      if (from === undefined) break
      const firstLine = text.indexOf('\n', from)
      found = {
        from,
        to: isScalar(item)
          ? (endOf(item) ?? from)
          : Math.min(endOf(item) ?? from, firstLine < 0 ? text.length : firstLine),
      }
      node = item
    } else break
  }
  return found
}
