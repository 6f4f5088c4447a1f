import { type DiffLine, diffLines } from '../line-diff'

/** A text after a step, and who made it so. */
export interface StepText {
  readonly by: string
  readonly text: string
}

/** A line of a text that several steps changed. */
export interface BlamedLine extends DiffLine {
  /** The step that added or removed the line; undefined if nobody did. */
  readonly by?: string
  /** For a removed line that was not in the first text: the step that had added it. */
  readonly addedBy?: string
}

interface Traced {
  readonly text: string
  readonly addedBy?: string
  readonly removedBy?: string
}

/** Adds a line. One that was removed from the same place is restored instead: in the end, nothing has changed there. */
function addTo(lines: Traced[], line: Traced): void {
  for (let i = lines.length - 1; i >= 0; i--) {
    const before = lines[i]
    if (before?.removedBy === undefined) break
    if (before.text !== line.text) continue
    const { removedBy: _removed, ...restored } = before
    lines[i] = restored
    return
  }
  lines.push(line)
}

/** The lines with the difference to the next text worked in; removed lines stay where they were. */
function stepped(lines: readonly Traced[], { by, text }: StepText): Traced[] {
  const before = lines.filter(({ removedBy }) => removedBy === undefined)
  const next: Traced[] = []
  let at = 0
  const skipRemoved = (): void => {
    for (let line = lines[at]; line?.removedBy !== undefined; line = lines[++at]) next.push(line)
  }
  for (const change of diffLines(before.map((line) => line.text).join('\n'), text)) {
    skipRemoved()
    const line = lines[at]
    if (change.type === 'add') addTo(next, { text: change.text, addedBy: by })
    else if (line) {
      next.push(change.type === 'del' ? { ...line, removedBy: by } : line)
      at++
    }
  }
  return [...next, ...lines.slice(at)]
}

/** How the steps changed the first text into the last one: every changed line with the step that changed it. */
export function blamedLines(start: string, steps: readonly StepText[]): BlamedLine[] {
  let lines: readonly Traced[] = start === '' ? [] : start.split('\n').map((text) => ({ text }))
  for (const step of steps) lines = stepped(lines, step)
  let [old, now] = [0, 0]
  return lines.map(({ text, addedBy, removedBy }): BlamedLine => {
    if (addedBy === undefined) old++
    if (removedBy === undefined) now++
    if (removedBy !== undefined)
      return { type: 'del', text, at: addedBy === undefined ? old : now, by: removedBy, ...(addedBy && { addedBy }) }
    return addedBy === undefined ? { type: 'same', text, at: now } : { type: 'add', text, at: now, by: addedBy }
  })
}
