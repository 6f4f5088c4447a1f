import { writeJson } from '../machinery/json-text'
import type { Step } from './scenario'
import type { ScriptLine, ScriptRequest } from './script-line'

const NAMED = /\$\{(\w+)\}/g
const isRequest = (line: ScriptLine): line is ScriptRequest => 'send' in line

/** Names of kept values used by a script line. */
const usedBy = ({ token = '', send, body }: ScriptRequest): string[] =>
  [...`${token} ${send} ${body === undefined ? '' : writeJson(body)}`.matchAll(NAMED)].map(([, name = '']) => name)

/**
 * Lines of earlier steps, in order, that produce kept values which the step's solution uses and which are missing: the user did those
 * steps by hand, or has reloaded the page. They are to be sent again.
 */
export function linesToAskAgain(steps: readonly Step[], step: number, kept: ReadonlyMap<string, string>) {
  const wanted = new Set<string>()
  const want = (lines: readonly ScriptRequest[]): void => {
    const own = new Set(lines.flatMap(({ keep = {} }) => Object.keys(keep)))
    for (const name of lines.flatMap(usedBy)) if (!own.has(name) && !kept.has(name)) wanted.add(name)
  }
  want((steps[step]?.solution ?? []).filter(isRequest))
  const again: ScriptRequest[] = []
  const earlier = steps.slice(0, step).flatMap(({ solution }) => solution.filter(isRequest))
  for (const line of earlier.toReversed()) {
    const keeps = Object.keys(line.keep ?? {}).filter((name) => wanted.has(name))
    if (keeps.length === 0) continue
    for (const name of keeps) wanted.delete(name)
    again.unshift(line)
    for (const name of usedBy(line)) if (!kept.has(name)) wanted.add(name)
  }
  return again
}
