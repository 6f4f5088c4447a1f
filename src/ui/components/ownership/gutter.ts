import type { GutterLine } from '../editor/owner-gutter'
import { lineSentences } from './describe'
import { ownedLines } from './lines'
import { markClass } from './mark-class'
import type { NumberedMark } from './marks'
import type { NamedOwner } from './owners'
import type { Structure } from './structure'

/** The lines of a text with their owners' marks; names appear where the owner changes. */
export function gutterOf(
  text: string,
  owners: readonly NamedOwner[],
  structure: Structure,
  marks: ReadonlyMap<string, NumberedMark>,
): GutterLine[] {
  let last = ''
  return [...ownedLines(text, owners, structure).values()]
    .sort((a, b) => a.line - b.line)
    .map((line) => {
      const names = line.owners.map(({ name }) => name)
      const label = names.join(', ')
      const changed = label !== last
      last = label
      return {
        line: line.line,
        className: markClass(names.flatMap((name) => marks.get(name) ?? [])),
        hover: lineSentences(line),
        ...(changed && label && { label }),
      }
    })
}
