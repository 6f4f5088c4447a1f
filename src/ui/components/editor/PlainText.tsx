import { measures } from '../measures'
import { WithBreaks } from '../WithBreaks'

/** More than any screen shows. */
const MOST_LINES = 200
/** The editor breaks long lines after these characters only. */
const BREAKS = /(?<=[ \t})\]?|/&.,;])/
/** Keeps a browser from breaking after a hyphen. */
const NO_BREAK = '\u2060'

/** A text with long lines broken as the editor breaks them: after the same characters, continued at the line's own indent. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div className="o-plain-text" aria-hidden="true">
      {text
        .split('\n')
        .slice(0, MOST_LINES)
        .map((line, i) => {
          const content = line.trimStart()
          return (
            <div key={i} style={measures({ indent: `${line.length - content.length}ch` })}>
              <WithBreaks parts={content.replaceAll('-', `-${NO_BREAK}`).split(BREAKS)} />
            </div>
          )
        })}
    </div>
  )
}
